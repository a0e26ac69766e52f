import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { overviewFixture } from '@/testing/staff-fixtures';
import { OverviewTab } from './overview-tab';
import { hoursInWords, longMonday, shortMonday } from './overview-words';

const path = '/api/admin/overview';
const renderOverview = (overview = overviewFixture()) => {
  const sent = fakeApi({ [path]: () => answer(200, overview) });
  return { sent, ...renderScreen(<OverviewTab />) };
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));

test('what waits now leads to its tab', async () => {
  renderOverview();
  expect(await screen.findByRole('link', { name: 'Stories' })).toHaveAttribute(
    'href',
    '/?tab=testimonies',
  );
  expect(screen.getByText('12 pending')).toBeVisible();
  expect(screen.getByText(/^the oldest waits \d+ days$/)).toBeVisible();
  expect(screen.getByText('4 not prayed for yet')).toBeVisible();
});

test('what people carry is a table for each week, without numbers under five', async () => {
  const { user } = renderOverview();
  const table = await screen.findByRole('table', { name: 'Situations' });
  expect(rowsOf(table)).toEqual([
    ['My parent died', '41'],
    ['A letter of before', '6'],
  ]);
  await user.selectOptions(screen.getByLabelText('Week from'), longMonday('2026-11-09'));
  expect(screen.getByText('None reached five in this week.')).toBeVisible();
  expect(rowsOf(screen.getByRole('table', { name: /^Topics/ }))).toEqual([['Anxiety', '116']]);
});

test('more than ten rows are shown on request', async () => {
  const carried = Array.from({ length: 12 }, (_, place) => ({
    kind: 'situation' as const,
    id: `s${place}`,
    name: `Burden ${place}`,
    counts: [20 - place, ...Array(11).fill(null)],
  }));
  const { user } = renderOverview(overviewFixture({ carried }));
  const table = await screen.findByRole('table', { name: 'Situations' });
  expect(rowsOf(table)).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show all 12' }));
  expect(rowsOf(table)).toHaveLength(12);
});

test('a chart reads as a table, and says under 5 where nothing is told', async () => {
  renderOverview();
  const chart = await screen.findByRole('figure', { name: 'Helplines shown first' });
  expect(within(chart).getByText('under 5 in the latest week')).toBeVisible();
  const rows = rowsOf(within(chart).getByRole('table'));
  expect(rows.slice(0, 2)).toEqual([
    ['Nov 16, 2026', 'under 5'],
    ['Nov 9, 2026', '6'],
  ]);
  expect(rows).toHaveLength(12);
  expect(chart.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
});

test('review times are told in hours and days, and not for few decisions', async () => {
  renderOverview();
  const median = await screen.findByRole('figure', { name: 'Half were decided within' });
  const rows = rowsOf(within(median).getByRole('table'));
  expect(rows[0]?.[1]).toBe('3 hours');
  expect(rows[2]?.[1]).toBe('fewer than 5 decisions');
  expect([0.4, 1, 47, 70].map(hoursInWords)).toEqual([
    'under an hour',
    '1 hour',
    '47 hours',
    '3 days',
  ]);
});

test('weeks begin on the UTC Monday, west of Greenwich too', () => {
  expect(shortMonday('2026-11-16')).toBe('Nov 16');
});

test('two years can be asked for; the numbers stay until they come', async () => {
  let calls = 0;
  const sent = fakeApi({
    [path]: (call) => {
      calls += 1;
      return calls === 1 ? answer(200, overviewFixture()) : waiting(call);
    },
  });
  const { user } = renderScreen(<OverviewTab />);
  await screen.findByText('12 pending');
  await user.selectOptions(screen.getByLabelText('Show'), 'Two years');
  await waitFor(() => expect(sent.at(-1)?.search.get('weeks')).toBe('104'));
  expect(screen.getByText('12 pending')).toBeVisible();
});

test('twice pressed asks once', async () => {
  const { sent, user } = renderOverview();
  await screen.findByText('12 pending');
  await user.dblClick(screen.getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(sent.length).toBeGreaterThan(1));
  expect(sent).toHaveLength(2);
});

test('empty: nothing has been counted yet, and what waits is shown', async () => {
  const none = Array(12).fill(null);
  renderOverview(
    overviewFixture({
      carried: [],
      events: { crisis: none, possibleDanger: none, near: none, notQuite: none },
    }),
  );
  expect(await screen.findByText(/No number has reached five/)).toBeVisible();
  expect(screen.getByText('12 pending')).toBeVisible();
  expect(screen.getByRole('figure', { name: 'Stories decided' })).toBeVisible();
});

test('loading is announced', async () => {
  fakeApi({ [path]: waiting });
  renderScreen(<OverviewTab />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
});

test.each([
  ['offline', unreachable],
  ['error', () => answer(503, { message: 'Please wait.' })],
])('%s: says so, and can be tried again', async (_, handler) => {
  fakeApi({ [path]: handler });
  renderScreen(<OverviewTab />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The overview could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
