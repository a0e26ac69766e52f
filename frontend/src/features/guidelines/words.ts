/** Text around the guidelines. The guidelines themselves are in `content/`. */
export const guidelines = {
  title: 'Guidelines',
  back: 'Back',
};
