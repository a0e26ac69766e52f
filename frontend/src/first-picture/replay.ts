/** Records what the user does in the first picture while the app loads, and replays it in the app. */
import { keepDraft } from '@/lib/drafts';
import { leaveOnEscape, leaveQuickly } from '@/lib/leave-quickly';

/** Selector of the quick-exit button. */
export const LEAVE = '[data-leave-quickly]';
const wordsOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('input, textarea')];

export interface Replay {
  /** Whether a field has focus. Typed text is kept as a draft, which the app's fields read. */
  isWriting: () => boolean;
  /** Replays everything else in the app: focus, cursor, scroll position and button presses. */
  replay: () => Promise<void>;
}

/** Records focus, input, scrolling and button presses. Links work without the app. */
export function recordActions(root: HTMLElement): Replay {
  const fields = fieldsIn(root);
  const pressed: HTMLElement[] = [];
  const typed = new Set<Field>();
  const switched = new Set<HTMLInputElement>();
  let focused: HTMLElement | null = null;
  let cursor: [number | null, number | null] = [null, null];
  let scrolledTo: number | null = null;

  const listeners = {
    click(event: Event) {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button) return;
      event.preventDefault();
      // The quick exit must not wait for the app.
      if (button.matches(LEAVE)) leaveQuickly();
      // Repeated presses of one button count as one.
      else if (pressed.at(-1) !== button) pressed.push(button);
    },
    submit(event: Event) {
      event.preventDefault();
    },
    input({ target }: Event) {
      if (!isField(target)) return;
      keepTyped(target);
      typed.add(target);
      // A press may be taken back.
      if (isSwitch(target)) target.checked ? switched.add(target) : switched.delete(target);
    },
    focusin({ target }: Event) {
      focused = target instanceof HTMLElement ? target : null;
    },
    // A detached field no longer has a selection, so it is recorded while typing.
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

  const replay = async () => {
    for (const [type, listener] of Object.entries(listeners))
      document.removeEventListener(type, listener);
    stopLeaving();
    for (const field of typed) retype(twinOf(field), field);
    const twin = twinOf(focused);
    twin?.focus({ preventScroll: true });
    if (twin instanceof HTMLTextAreaElement) twin.setSelectionRange(...cursor);
    if (scrolledTo !== null) window.scrollTo(0, scrolledTo);
    for (const one of switched) {
      await null;
      const twin = twinOf(one);
      if (isSwitch(twin) && !twin.checked) twin.click();
    }
    for (const button of pressed) {
      // Lets the app render what was typed, and the result of one press before the next.
      await null;
      twinOf(button)?.click();
    }
  };
  return { isWriting: () => focused !== null && fields.includes(focused), replay };
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** A checkbox that does something at once: it has no name, because it is no field of its form. */
const isSwitch = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox' && target.name === '';

/**
 * Enters in the app's field what was typed after the app had read its draft: rendering takes a moment, in which the
 * picture is still there. The setter of the prototype is used because React replaces that of the element.
 */
function retype(twin: HTMLElement | undefined, { value, type }: Field) {
  if (!isField(twin) || type === 'checkbox' || twin.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(twin), 'value')?.set?.call(twin, value);
  twin.dispatchEvent(new Event('input', { bubbles: true }));
}

/** `data-draft` on a field or form names the draft that the app uses for it. */
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
