/** Text around the terms and the privacy notice, which are in `content/`. */
export const legal = {
  terms: 'Terms',
  privacy: 'Privacy',
  back: 'Back',
};
