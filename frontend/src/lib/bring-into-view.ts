/** Brings what has just appeared out from under the edge or the bar of a phone. To be given as a `ref`. */
export const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
