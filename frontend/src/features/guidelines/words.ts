/** What stands around the guidelines. Their own text is content. */
export const guidelines = {
  title: 'Guidelines',
  back: 'Back',
};
