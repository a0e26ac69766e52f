import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff, jobs } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { JobsTab } from './jobs-tab';

const id = jobs.dead[0]?.id;
const renderJobs = (handlers = {}) => {
  const { sent } = fakeStaff([], { '/api/admin/jobs': () => answer(200, jobs), ...handlers });
  return { sent, ...renderScreen(<JobsTab />) };
};
const inDialog = () => within(screen.getByRole('alertdialog'));

test('loading, then the waiting, running and dead jobs', async () => {
  renderJobs();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  const row = await screen.findByRole('row', { name: /Prepare a story/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([expect.stringMatching(/^12oldest/), '0', expect.stringMatching(/^1oldest/)]);
  expect(screen.getByText('The worker died each time it did this.')).toBeVisible();
});

test('empty: nothing has failed', async () => {
  renderJobs({ '/api/admin/jobs': () => answer(200, { kinds: [], dead: [], localQueues: [] }) });
  expect(await screen.findByText(/Nothing has failed/)).toBeVisible();
  expect(screen.getByText('No job is waiting or running.')).toBeVisible();
  expect(screen.getByText('No worker has reported yet.')).toBeVisible();
});

test('what each worker holds, and which worker is silent', async () => {
  renderJobs();
  const first = await screen.findByRole('list', { name: 'Worker 1' });
  const urgent = within(first).getByText('Urgent').closest('li');
  expect(urgent).toHaveTextContent(/16 of 16 running\s*40 ahead\s*2 to record/);
  const second = screen.getByRole('list', { name: /^Worker 2 has been silent for/ });
  expect(within(second).getByText('Mail').closest('li')).toHaveTextContent('0 of 4 running');
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, handler, words) => {
  renderJobs({ '/api/admin/jobs': handler });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test.each([
  ['Retry', 'POST', `/api/admin/jobs/${id}/retry`],
  ['Discard', 'DELETE', `/api/admin/jobs/${id}`],
])('%s asks for confirmation', async (name, method, path) => {
  const { sent, user } = renderJobs({ [path]: () => new Response(null, { status: 204 }) });
  await user.click(await screen.findByRole('button', { name }));
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  expect(sent.some((one) => one.path === path)).toBe(false);
  await user.click(screen.getByRole('button', { name }));
  await user.click(inDialog().getByRole('button', { name }));
  await waitFor(() =>
    expect(sent.some((one) => one.path === path && one.method === method)).toBe(true),
  );
  await waitFor(() =>
    expect(sent.filter((one) => one.path === '/api/admin/jobs').length).toBeGreaterThan(1),
  );
});

test('a job that another staff member has already retried', async () => {
  const path = `/api/admin/jobs/${id}/retry`;
  const { user } = renderJobs({ [path]: () => answer(404, { message: 'That is not here.' }) });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await user.click(inDialog().getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That is not here.');
});
