/** What stands around the terms and the privacy notice. Their own text is content. */
export const legal = {
  terms: 'Terms',
  privacy: 'Privacy',
  back: 'Back',
};
