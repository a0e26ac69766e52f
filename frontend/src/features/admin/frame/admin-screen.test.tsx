import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeStaff, PASSWORD } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { AdminScreen } from './admin-screen';

const renderAdmin = (at = '/admin') => renderScreen(<AdminScreen />, { path: '/admin', at });
const password = () => screen.findByLabelText('Password');
const signIn = () => screen.getByRole('button', { name: 'Sign in' });

beforeEach(dropAllDrafts);

test('loading: the page is rendered before the session is known', () => {
  fakeStaff([], { '/api/admin/testimonies': waiting });
  renderAdmin();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('offline: says so and offers a retry', async () => {
  let down = true;
  fakeStaff([], {
    '/api/admin/testimonies': () => (down ? unreachable() : answer(200, [])),
  });
  const { user } = renderAdmin();
  expect(await screen.findByRole('alert')).toHaveTextContent('The stories could not be loaded.');
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Testimonies' })).toBeVisible();
});

test('an open session is detected by loading the pending testimonies', async () => {
  const { sent } = fakeStaff([testimony(1)]);
  renderAdmin();
  expect(await screen.findByRole('tab', { name: 'Testimonies', selected: true })).toBeVisible();
  expect(
    sent.some(
      ({ path, search }) => path === '/api/admin/testimonies' && search.get('status') === 'pending',
    ),
  ).toBe(true);
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
});

test('the tabs are in the specified order', async () => {
  fakeStaff([]);
  renderAdmin();
  await screen.findByRole('tab', { name: 'Testimonies' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Testimonies',
    'Users',
    'Uploads',
    'Money',
    'Prayers',
    'Letters',
    'Overview',
    'Jobs',
    'Audit',
  ]);
});

test('login: an empty password, a wrong one, the right one', async () => {
  const { sent } = fakeStaff([], {}, false);
  const { user } = renderAdmin();
  await user.type(await screen.findByLabelText('Your name'), 'Ruth');
  await user.click(signIn());
  expect(await password()).toHaveAccessibleDescription('Please enter admin password');
  expect(await password()).toHaveFocus();
  expect(sent.some(({ path }) => path === '/api/admin/login')).toBe(false);

  await user.type(await password(), 'wrong');
  await user.click(signIn());
  await waitFor(async () =>
    expect(await password()).toHaveAccessibleDescription('Invalid password. Please try again.'),
  );

  await user.clear(await password());
  await user.type(await password(), PASSWORD);
  await user.click(signIn());
  expect(await screen.findByRole('tab', { name: 'Testimonies' })).toBeVisible();
  expect([...sent].reverse().find(({ path }) => path === '/api/admin/login')?.body).toEqual({
    password: PASSWORD,
    displayName: 'Ruth',
  });
});

test('login: a code can be entered together with the password', async () => {
  const { sent } = fakeStaff([], {}, false);
  const { user } = renderAdmin();
  await user.type(await password(), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'I have a code, too' }));
  await user.type(screen.getByLabelText('Code'), '123 456');
  await user.click(signIn());
  await screen.findByRole('tab', { name: 'Testimonies' });
  expect([...sent].reverse().find(({ path }) => path === '/api/admin/login')?.body).toMatchObject({
    totp: '123 456',
  });
});

test('login: a code is requested after the password where one is required', async () => {
  const needed = { code: 'CODE_NEEDED', message: 'Please enter the code as well.' };
  fakeStaff([], { '/api/admin/login': () => answer(401, needed) }, false);
  const { user } = renderAdmin();
  await user.type(await password(), PASSWORD);
  await user.click(signIn());
  expect(await screen.findByLabelText('Code')).toHaveFocus();
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Please enter the code/);
});

test('login: a code that was used already is explained at its field', async () => {
  const used = { code: 'CODE_USED', message: 'Your app shows a new one within 30 seconds.' };
  fakeStaff([], { '/api/admin/login': () => answer(401, used) }, false);
  const { user } = renderAdmin();
  await user.type(await password(), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'I have a code, too' }));
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(signIn());
  expect(await screen.findByText(/within 30 seconds/)).toBeVisible();
  expect(screen.getByLabelText('Code')).toHaveFocus();
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/within 30 seconds/);
});

test.each([
  [
    'too many tries',
    () => answer(429, { code: 'TOO_MANY_ATTEMPTS', message: 'x' }, { 'Retry-After': '300' }),
    'Please wait 5 minutes',
  ],
  [
    'not set up',
    () => answer(401, { code: 'ADMIN_NOT_SET_UP', message: 'Staff sign-in is not set up here.' }),
    'Staff sign-in is not set up here.',
  ],
  ['no network', unreachable, 'could not be reached'],
  ['a failing server', () => answer(500, { message: 'Something went wrong.' }), 'went wrong'],
])('the login form explains the error: %s', async (_, login, words) => {
  fakeStaff([], { '/api/admin/login': login }, false);
  const { user } = renderAdmin();
  await user.type(await password(), PASSWORD);
  await user.click(signIn());
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('logout returns to the login form', async () => {
  fakeStaff([testimony(1)]);
  const { user } = renderAdmin();
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await password()).toBeVisible();
  expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
});

test('logout offline: the session stays, and an error is shown', async () => {
  fakeStaff([testimony(1)], { '/api/admin/logout': unreachable });
  const { user } = renderAdmin();
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You are still signed in.');
  expect(screen.getByRole('tab', { name: 'Testimonies' })).toBeVisible();
});

test('an ended session leads to the login form, and typed text is restored after login', async () => {
  const { session } = fakeStaff([testimony(1)]);
  const { user } = renderAdmin(`/admin?story=${testimony(1).id}`);
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  await user.type(screen.getByLabelText('Reason'), 'Thank you. It names a town.');
  session.open = false;
  await user.click(screen.getByRole('button', { name: 'Reject story' }));
  expect(await screen.findByText(/Your session has ended/)).toBeVisible();
  expect(screen.queryByText(/sat with me/)).not.toBeInTheDocument();

  await user.type(await password(), PASSWORD);
  await user.click(signIn());
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByLabelText('Reason')).toHaveValue('Thank you. It names a town.');
});

test('who signs in under another name finds no drafts of the one before', async () => {
  localStorage.setItem('stillwater:staff-name', 'Ruth');
  const { session } = fakeStaff([testimony(1)]);
  const { user } = renderAdmin(`/admin?story=${testimony(1).id}`);
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  await user.type(screen.getByLabelText('Reason'), 'Thank you. It names a town.');
  session.open = false;
  await user.click(screen.getByRole('button', { name: 'Reject story' }));
  const name = await screen.findByLabelText('Your name');
  await user.clear(name);
  await user.type(name, 'Daniel');
  await user.type(await password(), PASSWORD);
  await user.click(signIn());
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  expect(screen.getByLabelText('Reason')).toHaveValue('');
});
