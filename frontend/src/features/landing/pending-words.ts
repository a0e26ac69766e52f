/** Text of the way back to a sign-in by email. */
export const pending = {
  sent: 'We sent a sign-in code to',
  haveCode: 'I have a code',
  again: 'Send again',
};
