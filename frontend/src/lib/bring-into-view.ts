/** A `ref` callback that scrolls a new element out from under the screen edge or the tab bar. */
export const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
