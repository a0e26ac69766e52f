import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { forgetQuietHelp, offerQuietHelp } from '@/lib/quiet-help';
import { QuietHelp } from './quiet-help';

const renderAt = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <QuietHelp />
    </MemoryRouter>,
  );

afterEach(() => act(forgetQuietHelp));

test('possible danger is a line with one way to help', async () => {
  renderAt('/result');
  expect(screen.queryByRole('complementary')).toBeNull();
  act(() => offerQuietHelp('possible'));
  expect(await screen.findByRole('status')).toHaveTextContent(/If you are not safe, or not sure/);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/instant-support',
  ]);
});

test('after the dialog it stays, with words of hope and a message to a friend', async () => {
  renderAt('/');
  act(() => offerQuietHelp('danger'));
  act(() => offerQuietHelp('possible'));
  expect(await screen.findByRole('status')).toHaveTextContent('You are not alone with this.');
  expect(screen.getByRole('link', { name: 'Words of hope' })).toHaveAttribute('href', '/resources');
  const friend = screen.getByRole('link', { name: 'Text a friend' }).getAttribute('href');
  expect(decodeURIComponent(friend ?? '')).toBe(
    'sms:?&body=Hi, I am not doing well. Can you call me?',
  );
});

test('it can be hidden, for somebody may be watching', async () => {
  renderAt('/result');
  act(() => offerQuietHelp('danger'));
  const hide = await screen.findByRole('button', { name: 'Hide this line' });
  act(() => hide.click());
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('it is not shown beside the numbers, and ends when the person leaves', async () => {
  offerQuietHelp('danger');
  const { unmount } = renderAt('/instant-support');
  expect(screen.queryByRole('complementary')).toBeNull();
  unmount();
  renderAt('/prayers');
  expect(await screen.findByRole('complementary', { name: 'People who can help' })).toBeVisible();
  act(forgetQuietHelp);
  expect(screen.queryByRole('complementary')).toBeNull();
});
