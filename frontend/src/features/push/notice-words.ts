/** The words of every notice. They tell nothing of a person, and not even the app's name. */
const words = {
  en: {
    title: 'Something is waiting for you',
    body: 'Open it when you have a quiet moment.',
  },
  es: {
    title: 'Algo te espera',
    body: 'Ábrelo cuando tengas un momento de calma.',
  },
};

/** The words in the first of these languages that we have. */
export function noticeFor(languages: readonly string[]) {
  const known = languages
    .map((tag) => tag.split('-')[0])
    .find((tag) => tag === 'en' || tag === 'es');
  const lang = known ?? 'en';
  return { ...words[lang], lang };
}
