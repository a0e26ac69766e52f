/** Text of the tab *Overview*. English only, like all staff pages. */
import { counted, number } from '../words';

// Weeks begin on Monday in UTC, whatever the zone of the reader.
const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A Monday, such as *Nov 16*. */
export const shortMonday = (monday: string) => shortDay.format(new Date(monday));

/** A Monday with its year. */
export const longMonday = (monday: string) => longDay.format(new Date(monday));

/** A time of waiting in its largest unit. */
export function hoursInWords(hours: number): string {
  if (hours < 1) return 'under an hour';
  if (hours < 48) return counted(Math.round(hours), 'hour', 'hours');
  return counted(Math.round(hours / 24), 'day', 'days');
}

export const overview = {
  what: 'The overview',
  intro:
    'Counted by week without anybody’s name or words. Only whole weeks are shown (Monday to Sunday, UTC), and no number under five, so that nobody is found in them.',
  span: 'Show',
  spans: [
    ['12', '12 weeks'],
    ['52', 'A year'],
    ['104', 'Two years'],
  ] as const,
  underFive: 'under 5',
  none: 'No number has reached five in a whole week yet. The first ones come after a Monday.',

  now: 'Now',
  stories: 'Stories',
  pending: (count: number) => `${number(count)} pending`,
  escalated: (count: number) => `${number(count)} escalated`,
  reported: (count: number) => `${number(count)} reported`,
  oldest: (age: string) => `the oldest waits ${age}`,
  prayers: 'Prayers',
  shared: (count: number) => `${number(count)} shared`,
  notPrayed: (count: number) => `${number(count)} not prayed for yet`,
  documents: 'Documents',
  underway: (count: number) => `${number(count)} being read`,
  searchable: (count: number) => `${number(count)} searchable`,
  failed: (count: number) => `${number(count)} failed`,
  jobs: 'Jobs',
  waiting: (count: number) => `${number(count)} waiting`,
  running: (count: number) => `${number(count)} running`,
  dead: (count: number) => `${number(count)} to decide`,

  carried: 'What people carry',
  carriedHint:
    'Letters, not people. Each counts once: under its situation, or under its topic if no situation was clear.',
  week: 'Week from',
  situations: 'Situations',
  topics: 'Topics, where no situation was clear',
  letters: 'Letters',
  noneThisWeek: 'None reached five in this week.',
  goneLetter: 'A letter of before',
  showAll: (count: number) => `Show all ${number(count)}`,

  danger: 'Danger',
  crisis: 'Helplines shown first',
  possible: 'Help offered beside the answer',
  near: 'Letters',
  wasNear: 'Said to be near',
  notQuite: 'Said to be not quite near',
  reviews: 'Reviews',
  decided: 'Stories decided',
  median: 'Half were decided within',
  ninetieth: 'Nine of ten were decided within',
  tooFew: 'fewer than 5 decisions',

  latest: (text: string) => `${text} in the latest week`,
  top: (text: string) => `highest ${text}`,
  monday: 'Week from',
  value: 'Number',
  time: 'Time',
};
