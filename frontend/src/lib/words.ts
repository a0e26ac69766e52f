/** Text that many screens share. */
export const common = {
  call: (number: string) => `Call ${number}`,
  textTo: (number: string, keyword?: string) =>
    keyword ? `Text ${keyword} to ${number}` : `Text ${number}`,
  welcome: {
    night: (name: string) => `Welcome, even at this hour${name}.`,
    morning: (name: string) => `Welcome this morning${name}.`,
    afternoon: (name: string) => `Welcome this afternoon${name}.`,
    evening: (name: string) => `Welcome this evening${name}.`,
  },
};
