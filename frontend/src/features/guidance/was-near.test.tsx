import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, guidance, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { WasNear } from './was-near';

const { crisis: _, possibleDanger: __, resources: ___, usage: ____, ...rest } = guidance;
const letter = { ...rest, offline: false };
const topic = guidance.topic as NonNullable<typeof guidance.topic>;
const path = '/api/letters/anxiety/near';
const press = (name: string) => screen.findByRole('button', { name });

test.each([
  ['Yes', true, 'Thank you.'],
  ['Not quite', false, 'Thank you. That helps us write better letters.'],
])('%s: one tap sends letter, passage and answer, and nothing else', async (name, near, thanks) => {
  const sent = fakeApi({ [path]: () => new Response(null, { status: 204 }) });
  const { user } = renderScreen(<WasNear letter={letter} topic={topic} />);
  expect(screen.getByRole('group', { name: 'Was this near?' })).toBeVisible();
  await user.click(await press(name));
  expect(await screen.findByRole('status')).toHaveTextContent(thanks);
  expect(screen.getByRole('status')).toHaveFocus();
  expect(sent).toMatchObject([{ path, method: 'POST', body: { near, passage: 'Psalm 4:8' } }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the letter of a situation is counted under the situation', async () => {
  const ofSituation = '/api/letters/parent-died/near';
  const sent = fakeApi({ [ofSituation]: () => new Response(null, { status: 204 }) });
  const situation = { id: 'parent-died', name: 'My parent died' };
  const { user } = renderScreen(<WasNear letter={{ ...letter, situation }} topic={topic} />);
  await user.click(await press('Yes'));
  expect(await screen.findByRole('status')).toBeVisible();
  expect(sent).toMatchObject([{ path: ofSituation }]);
});

test.each([
  ['offline', unreachable],
  ['error', () => answer(503, { message: 'x' })],
])('%s: says so calmly, and it can be tapped again', async (_, handler) => {
  fakeApi({ [path]: handler });
  const { user } = renderScreen(<WasNear letter={letter} topic={topic} />);
  await user.click(await press('Yes'));
  expect(await screen.findByRole('status')).toHaveTextContent('could not be sent');
  expect(await press('Yes')).toBeVisible();
});
