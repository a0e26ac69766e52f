/** Window sizes used by the tests. */
export const smallPhone = { width: 360, height: 740 };
export const phone = { width: 390, height: 844 };
export const tablet = { width: 768, height: 1024 };
export const desk = { width: 1280, height: 800 };
/** A short window on a desk: the rail has no room for all. */
export const lowDesk = { width: 1280, height: 400 };
export const wideDesk = { width: 1920, height: 1080 };
/** 1280 by 1024 px at 400 % zoom. */
export const zoomed = { width: 320, height: 256 };
