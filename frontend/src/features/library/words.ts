/** Text of the teaching library and its reading screen. */

import { numberInWords } from '@/lib/dates';
import { named } from '@/lib/language';

export const library = named('library/library', {
  title: 'Teaching Library',
  intro:
    'Teachings chosen by our team, to read page by page. They are people’s words, not scripture.',
  loading: 'Loading the library',
  failed: 'The library could not be loaded',
  empty: 'The shelves are still empty. The first books are coming soon.',
  books: 'Books',
  by: (author: string) => `by ${author}`,
  pages: (count: number) => (count === 1 ? '1 page' : `${numberInWords(count)} pages`),
  premium: 'Reading is part of Premium',
  premiumText:
    'Search every book, read it page by page, and see whose words your guidance quotes. The titles are here for everybody.',
});

export const search = named('library/search', {
  allBooks: 'Search all books',
  thisBook: 'Find in this book',
  search: 'Search',
  tooLong: (most: number) => `Please use fewer words: ${most} characters at most.`,
  failed: 'The search did not work',
  results: 'Search results',
  searching: 'Searching…',
  danger:
    'We did not look for these words, because they worry us. There are people who can help you right now.',
  nothing: (words: string) => `Nothing found for “${words}”. Try fewer or other words.`,
  found: (count: number, words: string) =>
    `${count} ${count === 1 ? 'passage' : 'passages'} found for “${words}”`,
  place: (page: number) => `Page ${page}`,
  placeUnder: (heading: string, page: number) => `${heading}, p. ${page}`,
});

export const reading = named('library/reading', {
  opening: 'Opening the book…',
  notOpen: 'This page is not open',
  loading: 'Opening the page',
  failed: 'The page could not be opened',
  gone: 'There is no such page. The book may have been removed from the library.',
  premiumText: 'Search every book and read it page by page.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  blank: 'There are no words on this page.',
  contents: 'Contents',

  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  goTo: 'Go to page',
  go: 'Go',
  noSuchPage: (pages: number) => `Please enter a number from 1 to ${pages}.`,
});

/** Text of the last page that somebody read. */
export const place = named('library/place', {
  title: 'Continue reading',
  library: 'All books',
  page: (page: number) => `Page ${page}`,
  forget: 'Forget this place',
  none: 'Open a book, and this device remembers the page.',
  goOn: (title: string, page: number) => `${title}, p. ${page}`,
});
