/** What somebody does in the first picture while the app is on its way: it is done again in the app. */
import { keepDraft } from '@/lib/drafts';
import { leaveOnEscape, leaveQuickly } from '@/lib/leave-quickly';

/** The button by which somebody leaves quickly. */
export const LEAVE = '[data-leave-quickly]';
const wordsOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('input, textarea')];

export interface Doings {
  /** Whether somebody stands in a field. What is typed is kept as a draft, from which the app's own fields begin. */
  isWriting: () => boolean;
  /** Does the rest again in what has taken the picture's place. */
  repeat: () => Promise<void>;
}

/** Follows what is done in the picture. Links work by themselves; only fields and buttons need the app. */
export function followDoings(root: HTMLElement): Doings {
  const fields = fieldsIn(root);
  const pressed: HTMLElement[] = [];
  let focused: HTMLElement | null = null;
  let cursor: [number | null, number | null] = [null, null];
  let scrolledTo: number | null = null;

  const listeners = {
    click(event: Event) {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button) return;
      event.preventDefault();
      // Whoever may be watched waits for nothing.
      if (button.matches(LEAVE)) leaveQuickly();
      // Who presses again because nothing happened means it once.
      else if (pressed.at(-1) !== button) pressed.push(button);
    },
    submit(event: Event) {
      event.preventDefault();
    },
    input({ target }: Event) {
      if (target instanceof Element) keepTyped(target);
    },
    focusin({ target }: Event) {
      focused = target instanceof HTMLElement ? target : null;
    },
    // Of a field that is no longer in the document nobody can ask it.
    selectionchange() {
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement && field === focused)
        cursor = [field.selectionStart, field.selectionEnd];
    },
    scroll() {
      scrolledTo = window.scrollY;
    },
  };
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, { passive: type === 'scroll' });
  const stopLeaving = root.querySelector(LEAVE) ? leaveOnEscape() : () => {};

  const twinOf = (element: HTMLElement | null) => {
    if (element === null) return undefined;
    const index = fields.indexOf(element);
    if (index >= 0) return fieldsIn(root)[index];
    const alike = [...root.querySelectorAll<HTMLElement>(element.tagName)];
    return alike.find((one) => wordsOf(one) === wordsOf(element));
  };

  const repeat = async () => {
    for (const [type, listener] of Object.entries(listeners))
      document.removeEventListener(type, listener);
    stopLeaving();
    const twin = twinOf(focused);
    twin?.focus({ preventScroll: true });
    if (twin instanceof HTMLTextAreaElement) twin.setSelectionRange(...cursor);
    if (scrolledTo !== null) window.scrollTo(0, scrolledTo);
    for (const button of pressed) {
      twinOf(button)?.click();
      // The app draws what came of one press before the next.
      await null;
    }
  };
  return { isWriting: () => focused !== null && fields.includes(focused), repeat };
}

/** A field or a form says by `data-draft` under which name the app keeps what is typed in it. */
function keepTyped(target: Element) {
  const place = target.closest<HTMLElement>('[data-draft]');
  if (!place?.dataset.draft) return;
  const typed = place instanceof HTMLFormElement ? fieldsOf(place) : typedIn(place);
  keepDraft(place.dataset.draft, typed);
}

const fieldsOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]')].map((field) => [
      field.name,
      typedIn(field),
    ]),
  );

const typedIn = (field: Element) =>
  field instanceof HTMLInputElement && field.type === 'checkbox'
    ? field.checked
    : (field as HTMLTextAreaElement).value;
