/** A control that goes takes the focus along, and it comes here; elsewhere it is left alone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
