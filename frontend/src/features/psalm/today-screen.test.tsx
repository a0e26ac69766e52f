import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { psalmAt } from './psalm-at';
import PsalmCard from './psalm-card';
import { TodayScreen } from './today-screen';

const NIGHT = new Date('2026-11-26T22:30:00');

beforeEach(() => vi.useFakeTimers({ now: NIGHT, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('the psalm of this hour is there at once, and nothing is asked of a server', async () => {
  const sent = fakeApi();
  renderScreen(<TodayScreen />);
  expect(screen.getByRole('heading', { level: 1, name: 'Tonight’s psalm' })).toBeVisible();
  expect(screen.getByText(psalmAt(NIGHT).text)).toBeVisible();
  expect(screen.getByText(psalmAt(NIGHT).reference)).toBeVisible();
  expect(sent).toEqual([]);
});

test('the psalm stays while it is read', async () => {
  fakeApi();
  const { user } = renderScreen(<TodayScreen />);
  vi.setSystemTime(new Date('2026-11-27T09:00:00'));
  await user.click(screen.getByRole('button', { name: 'Remind me each day' }));
  expect(screen.getByText(psalmAt(NIGHT).text)).toBeVisible();
});

test('the card shows the psalm’s beginning and leads to its page', () => {
  fakeApi();
  renderScreen(<PsalmCard />);
  const card = screen.getByRole('link', { name: /Tonight’s psalm/ });
  expect(card).toHaveAttribute('href', '/today');
  expect(card).toHaveTextContent(psalmAt(NIGHT).reference);
});

test('a reminder is made only when asked for, as a calendar file on this device', async () => {
  const sent = fakeApi();
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => {},
    }),
  );
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = renderScreen(<TodayScreen />);
  expect(screen.queryByLabelText('At what time?')).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remind me each day' }));
  await user.click(screen.getByRole('button', { name: 'Add to my calendar' }));
  expect(await screen.findByText(/The file is ready/)).toBeVisible();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(files[0]?.type).toBe('text/calendar;charset=utf-8');
  await waitFor(async () => expect(await files[0]?.text()).toContain('DTSTART:20261127T210000'));
  expect(sent).toEqual([]);
});

test('installed on iOS, where nothing can be downloaded, the share sheet opens', async () => {
  fakeApi();
  const share = vi.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { standalone: true, canShare: () => true, share });
  const { user } = renderScreen(<TodayScreen />);
  await user.click(screen.getByRole('button', { name: 'Remind me each day' }));
  await user.click(screen.getByRole('button', { name: 'Add to my calendar' }));
  expect(await screen.findByText(/The file is ready/)).toBeVisible();
  expect(share.mock.calls[0]?.[0].files[0].name).toBe('reminder.ics');
  for (const name of ['standalone', 'canShare', 'share']) Reflect.deleteProperty(navigator, name);
});
