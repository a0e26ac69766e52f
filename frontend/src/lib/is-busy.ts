/** Whether the user is busy with something that a reload would interrupt. */
const WRITTEN =
  'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field with text, also while it is being sent; a form waiting for its response; or an open dialog. Above all, a
 * reload must not close the crisis dialog.
 */
export function isBusy(): boolean {
  if (document.querySelector('dialog[open], form[aria-busy="true"]')) return true;
  return [...document.querySelectorAll<Field>(WRITTEN)].some(({ value }) => value.trim() !== '');
}
