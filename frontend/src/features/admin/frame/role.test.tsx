import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff, jobs } from '@/testing/fake-staff';
import { testimonyFixture as testimony, userFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { Role } from '../types';
import { AdminScreen } from './admin-screen';

const renderAs = (role: Role, at = '/admin', handlers = {}) => {
  const { sent } = fakeStaff([testimony(1), testimony(2)], {
    '/api/admin/session': () => answer(200, { displayName: 'Orpah', role }),
    '/api/admin/jobs': () => answer(200, jobs),
    '/api/admin/uploads': () => answer(200, { files: [] }),
    '/api/admin/users': () => answer(200, { users: [userFixture()], total: 1 }),
    ...handlers,
  });
  return { sent, ...renderScreen(<AdminScreen />, { path: '/admin', at }) };
};
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const story = `/admin?story=${testimony(1).id}`;

beforeEach(dropAllDrafts);

test('a reader sees stories and the audit trail, and no decision', async () => {
  const { user, sent } = renderAs('reader', story);
  expect(await screen.findByText('Signed in: Orpah, reader')).toBeVisible();
  expect(tabs()).toEqual(['Testimonies', 'Uploads', 'Letters', 'Overview', 'Jobs', 'Audit']);
  expect(await screen.findByText(/moderators and owners decide about them/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'History' })).toBeVisible();
  for (const name of [
    /^Approve/,
    /^Reject/,
    /^Escalate/,
    /original/,
    /Edit text/,
    /topics/,
    /Delete/,
  ]) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  await user.keyboard('a');
  await user.keyboard('e');
  expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(false);
});

test('a link to a tab of higher roles says for whom it is', async () => {
  const { sent } = renderAs('reader', '/admin?tab=money');
  expect(await screen.findByText(/This page is for moderators and owners/)).toBeVisible();
  expect(sent.some(({ path }) => path === '/api/admin/payment-issues')).toBe(false);
});

test('a reader looks at documents and jobs, and changes none', async () => {
  vi.stubGlobal('EventSource', undefined);
  const { user } = renderAs('reader', '/admin?tab=jobs');
  expect(await screen.findByText('Retrying and discarding is for owners.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Letters' }));
  expect(screen.getByRole('tab', { name: 'Letters', selected: true })).toBeVisible();
});

test('a moderator decides, and does not grant premium', async () => {
  const { user } = renderAs('moderator', story);
  const decide = within(await screen.findByRole('group', { name: 'Decide' }));
  expect(decide.getByRole('button', { name: /^Approve/ })).toBeVisible();
  expect(screen.queryByText(/signed in as a reader/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Users' }));
  expect(await screen.findByText('Granting and revoking premium is for owners.')).toBeVisible();
  const actions = within(await screen.findByRole('group', { name: /What to do with/ }));
  expect(actions.getByRole('button', { name: 'Block' })).toBeVisible();
  expect(actions.queryByRole('button', { name: 'Grant premium' })).not.toBeInTheDocument();
});

test('an owner has every tab and every action', async () => {
  const { user } = renderAs('owner', '/admin?tab=users');
  expect(await screen.findByRole('button', { name: 'Grant premium' })).toBeVisible();
  expect(tabs()).toHaveLength(9);
  await user.click(screen.getByRole('tab', { name: 'Jobs' }));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.queryByText('Retrying and discarding is for owners.')).not.toBeInTheDocument();
});

test('the role offline: nothing is shown until it is known', async () => {
  let down = true;
  const { user } = renderAs('reader', '/admin', {
    '/api/admin/session': () =>
      down ? unreachable() : answer(200, { displayName: 'Orpah', role: 'reader' }),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your role could not be loaded.');
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Audit' })).toBeVisible();
});
