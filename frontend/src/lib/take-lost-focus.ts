/** A `ref` callback that takes focus if the focused control was removed; otherwise focus stays. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
