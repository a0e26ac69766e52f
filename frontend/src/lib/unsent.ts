/** Whether somebody is in the middle of something that a reload would tear them out of. */
const WRITTEN =
  'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field with words in it, also while they are being sent; a form that waits for its answer; or an open dialog: help
 * above all must not vanish under a reload.
 */
export function isBusy(): boolean {
  if (document.querySelector('dialog[open], form[aria-busy="true"]')) return true;
  return [...document.querySelectorAll<Field>(WRITTEN)].some(({ value }) => value.trim() !== '');
}
