import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepOnDevice } from '@/features/guidance/kept-letter';
import { noteReadingPlace } from '@/features/library/reading-place';
import { page } from '@/lib/page';
import { answer, fakeApi, guidance, miriam, unreachable, waiting } from '@/testing/fake-api';
import { listed } from '@/testing/fake-prayers';
import { routes } from './router';

const story = {
  id: 's1',
  status: 'pending',
  redactedText: 'A friend came to [place] every day.',
  piiRiskLevel: 'low',
  createdAt: '2026-11-03T12:00:00Z',
  moderatedAt: null,
  moderationNotes: null,
};
const place = { book: 'b1', title: 'Letters on Rest', page: 12 };

beforeEach(() => {
  localStorage.setItem('stillwater:was-signed-in', '1');
  keepOnDevice({ ...guidance, offline: false });
  noteReadingPlace(place);
});

function visit(path: string, api: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({
    '/api/auth/user': () => answer(200, { ...miriam, isPremium: true }),
    '/api/prayers': listed([{ text: 'For rain.' }, { id: 'p2', text: 'For work.' }], true),
    '/api/user/testimonies': () => answer(200, [story]),
    ...api,
  });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { router, sent, user: userEvent.setup() };
}
const free = { '/api/auth/user': () => answer(200, miriam) };
const region = (name: string) => screen.findByRole('region', { name });

test('prayers and stories are asked for once, also when that fails', async () => {
  const { sent } = visit('/mine', { '/api/prayers': () => answer(500, '') });
  expect(await screen.findByRole('alert')).toBeVisible();
  for (const asked of ['/api/prayers', '/api/user/testimonies'])
    expect(sent.filter(({ path }) => path === asked)).toHaveLength(1);
});

test('a subscriber has letters, the reading place, prayers and stories in one place', async () => {
  visit('/mine');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  expect(
    within(await region('Letters you kept')).getByText(guidance.topic?.title ?? ''),
  ).toBeVisible();
  expect(
    within(await region('Continue reading')).getByRole('link', { name: /Letters on Rest/ }),
  ).toHaveAttribute('href', '/library/b1?page=12');
  expect(within(await region('Prayers')).getByText('For rain.')).toBeVisible();
  expect(within(await region('Stories')).getByText(/Pending Approval/)).toBeVisible();
});

test('without Premium there is no reading place', async () => {
  visit('/mine', { ...free, '/api/prayers': listed([], false) });
  expect(await screen.findByText(/With Premium you can write down/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Continue reading' })).not.toBeInTheDocument();
});

test('loading is announced, and what the device has is there already', async () => {
  visit('/mine', { '/api/prayers': waiting });
  expect(
    await screen.findByRole('status', { name: 'Loading your prayers and stories' }),
  ).toBeVisible();
  expect(await region('Letters you kept')).toBeVisible();
});

test('empty: each part says what will stand there', async () => {
  localStorage.clear();
  visit('/mine', {
    '/api/prayers': listed([], true),
    '/api/user/testimonies': () => answer(200, []),
  });
  expect(await screen.findByText(/What you pray for stands here/)).toBeVisible();
  expect(screen.getByText(/A story that you share stands here/)).toBeVisible();
  expect(screen.getByText(/this device remembers the page/)).toBeVisible();
});

test('offline, a former user still has what the device keeps', async () => {
  localStorage.setItem('stillwater:was-signed-in', '1');
  visit('/mine', {
    '/api/auth/user': unreachable,
    '/api/prayers': unreachable,
    '/api/user/testimonies': unreachable,
  });
  expect(await region('Letters you kept')).toBeVisible();
  expect(await screen.findByText('Your prayers could not be loaded')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a refused request is an error with its reason', async () => {
  visit('/mine', { '/api/prayers': () => answer(500, '') });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your prayers could not be loaded');
});

test('the reading place can be forgotten', async () => {
  const { user } = visit('/mine');
  await user.click(await screen.findByRole('button', { name: 'Forget this place' }));
  expect(localStorage.getItem('stillwater:reading')).toBeNull();
  expect(screen.queryByText('Letters on Rest')).not.toBeInTheDocument();
});

test('the next user of the browser does not see what the former one read', async () => {
  localStorage.setItem('stillwater:was-signed-in', '2');
  visit('/mine');
  expect(await screen.findByText(/this device remembers the page/)).toBeVisible();
  expect(screen.queryByText('Letters on Rest')).not.toBeInTheDocument();
});

test('a guest sees the kept letters, and asks for nothing of an account', async () => {
  localStorage.removeItem('stillwater:was-signed-in');
  sessionStorage.setItem('stillwater:guest', '1');
  const { sent } = visit('/mine', { '/api/auth/user': () => answer(401, {}) });
  expect(await region('Letters you kept')).toBeVisible();
  expect(await region('Prayers and stories need an account')).toBeVisible();
  expect(sent.map(({ path }) => path)).not.toContain('/api/prayers');
  const bar = screen.getByRole('navigation', { name: 'Main' });
  expect(within(bar).queryByRole('link', { name: 'Mine' })).not.toBeInTheDocument();
});

test('a signed-out visitor is led to sign-in and back', async () => {
  const asked = vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  visit('/mine', { '/api/auth/user': () => answer(401, {}) });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/api/login?returnTo=%2Fmine'));
});

test('the navigation of a user has it, after Help now, and marks it', async () => {
  visit('/mine', free);
  const bar = screen.getByRole('navigation', { name: 'Main' });
  expect(await within(bar).findByRole('link', { name: 'Mine' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const names = within(bar)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Home', 'Guidelines', 'Help now', 'Mine', 'Upgrade']);
});

test('home shows a subscriber the last prayer and the way back into the book', async () => {
  visit('/');
  const own = await region('Mine');
  expect(
    await within(own).findByRole('link', { name: /For rain\..*Your last prayer/ }),
  ).toHaveAttribute('href', '/prayers');
  expect(within(own).queryByText('For work.')).not.toBeInTheDocument();
  expect(within(own).getByRole('link', { name: /Continue reading · Page 12/ })).toHaveAttribute(
    'href',
    '/library/b1?page=12',
  );
});

test('home of a subscriber who has nothing yet leads to the first prayer and the library', async () => {
  localStorage.clear();
  visit('/', { '/api/prayers': listed([], true) });
  const own = await region('Mine');
  expect(await within(own).findByRole('link', { name: /Write a prayer/ })).toBeVisible();
  expect(within(own).getByRole('link', { name: /Teaching Library/ })).toBeVisible();
});

test('home says calmly that a prayer could not be loaded', async () => {
  visit('/', { '/api/prayers': unreachable });
  expect(await within(await region('Mine')).findByText(/Nothing is lost/)).toBeVisible();
});

test('home of others shows none of it and asks for no prayers', async () => {
  const { sent } = visit('/', free);
  expect(await screen.findByRole('heading', { level: 1, name: /Miriam/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Mine' })).not.toBeInTheDocument();
  expect(sent.map(({ path }) => path)).not.toContain('/api/prayers');
});

test.each([
  [360, true],
  [640, false],
])('on a screen of %i px the bar steps aside while reading down: %s', (height, steps) => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(height);
  const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(0);
  visit('/guidelines');
  const bar = screen.getByRole('navigation', { name: 'Main' });
  const scrollTo = (y: number) => {
    scrolled.mockReturnValue(y);
    fireEvent.scroll(window);
  };
  scrollTo(200);
  expect(bar.hasAttribute('data-aside')).toBe(steps);
  scrollTo(150);
  expect(bar).not.toHaveAttribute('data-aside');
});
