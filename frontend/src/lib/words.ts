/**
 * Text that many screens share.
 *
 * Words are typed objects of our own instead of an i18n library: a missing translation does not compile, a sentence with
 * a number is a function, and a translation is downloaded only by those who read it.
 */
export const common = {
  /** `press` is a key to press after calling; helplines have one in other languages only. */
  call: (number: string, press?: string) =>
    press ? `Call ${number} and press ${press}` : `Call ${number}`,
  textTo: (number: string, keyword?: string) =>
    keyword ? `Text ${keyword} to ${number}` : `Text ${number}`,
  welcome: {
    night: (name: string) => `Welcome, even at this hour${name}.`,
    morning: (name: string) => `Welcome this morning${name}.`,
    afternoon: (name: string) => `Welcome this afternoon${name}.`,
    evening: (name: string) => `Welcome this evening${name}.`,
  },
};
