import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '@/lib/api/types';
import { answer, fakeApi, miriam, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { ProfileScreen } from './profile-screen';

type Handlers = NonNullable<Parameters<typeof fakeApi>[0]>;

/** Opens the form of a user whose name the server keeps. */
async function editing(save?: Handlers[string], change: Partial<User> = {}) {
  let kept: User = { ...miriam, firstName: 'Miriam', lastName: 'Cole', ...change };
  const sent = fakeApi({
    '/api/auth/user': () => answer(200, kept),
    '/api/user/profile':
      save ??
      (({ body }) => {
        const { firstName, lastName } = body as Record<string, string>;
        kept = {
          ...kept,
          firstName: firstName?.trim() || null,
          lastName: lastName?.trim() || null,
        };
        return answer(200, kept);
      }),
  });
  const rendered = renderScreen(<ProfileScreen />, { path: '/profile' });
  await rendered.user.click(await screen.findByRole('button', { name: 'Edit name' }));
  const saves = () => sent.filter(({ path }) => path === '/api/user/profile');
  return { ...rendered, saves };
}
const first = () => screen.getByRole('textbox', { name: 'First name' });
const last = () => screen.getByRole('textbox', { name: 'Last name' });
const press = (name: string) => screen.getByRole('button', { name });

test('a name is edited in its place, saved, said to be saved, and the focus returns', async () => {
  const { user, saves } = await editing();
  expect(first()).toHaveFocus();
  expect(first()).toHaveValue('Miriam');
  await user.clear(first());
  await user.type(first(), ' Núria ');
  await user.clear(last());
  await user.type(last(), 'de la Cruz{Enter}');
  expect(await screen.findByText('Núria de la Cruz')).toBeVisible();
  expect(screen.getByText('Your name is saved.')).toBeVisible();
  expect(press('Edit name')).toHaveFocus();
  expect(saves()).toMatchObject([
    { method: 'PATCH', body: { firstName: ' Núria ', lastName: 'de la Cruz' } },
  ]);
});

test('both parts may be cleared', async () => {
  const { user } = await editing();
  await user.clear(first());
  await user.clear(last());
  await user.click(press('Save'));
  expect(await screen.findByText('Not set')).toBeVisible();
});

test('Cancel changes nothing and returns the focus', async () => {
  const { user, saves } = await editing();
  await user.type(first(), ' Anna');
  await user.click(press('Cancel'));
  expect(screen.getByText('Miriam Cole')).toBeVisible();
  expect(press('Edit name')).toHaveFocus();
  expect(saves()).toEqual([]);
  await user.click(press('Edit name'));
  expect(first()).toHaveValue('Miriam');
});

test('while saving, a second press sends nothing and nothing can be typed', async () => {
  const { user, saves } = await editing(waiting);
  await user.click(press('Save'));
  const saving = await screen.findByRole('button', { name: 'Saving…' });
  await user.click(saving);
  expect(saving).toHaveFocus();
  await user.click(press('Cancel'));
  expect(first()).toHaveAttribute('readonly');
  expect(saves()).toHaveLength(1);
});

test('a part that is too long is marked, focused, and not sent; characters count, not code units', async () => {
  const { user, saves } = await editing();
  await user.clear(last());
  await user.click(last());
  await user.paste('𝒜'.repeat(101));
  await user.click(press('Save'));
  expect(last()).toBeInvalid();
  expect(last()).toHaveFocus();
  expect(last()).toHaveAccessibleDescription('Please shorten this to 100 characters.');
  expect(saves()).toEqual([]);
  await user.clear(last());
  await user.paste('𝒜'.repeat(100));
  expect(last()).toBeValid();
  await user.click(press('Save'));
  await vi.waitFor(() => expect(saves()).toHaveLength(1));
});

test('what the server refuses is shown at its field', async () => {
  const words = 'Please remove the characters that cannot be read.';
  const { user } = await editing(() =>
    answer(422, { code: 'INVALID_FIELDS', message: words, fields: { firstName: words } }),
  );
  await user.click(press('Save'));
  await vi.waitFor(() => expect(first()).toHaveAccessibleDescription(words));
  expect(first()).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a failure says that nothing was saved, keeps what was typed, and goes with the next change', async () => {
  const { user } = await editing(() => answer(503, { message: 'Please try again later.' }));
  await user.type(first(), ' Anna');
  await user.click(press('Save'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your name was not saved');
  expect(alert).toHaveTextContent('Please try again later.');
  expect(first()).toHaveValue('Miriam Anna');
  await user.type(first(), 'b');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('without a connection it is said calmly, and no alarm is raised', async () => {
  const { user } = await editing(unreachable);
  await user.click(press('Save'));
  expect(await screen.findByText('Your name was not saved')).toBeVisible();
  expect(screen.getByText(/What you typed is still here/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('somebody who is blocked cannot edit', async () => {
  fakeApi({ '/api/auth/user': () => answer(200, { ...miriam, blocked: true }) });
  renderScreen(<ProfileScreen />, { path: '/profile' });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  expect(screen.queryByRole('button', { name: 'Edit name' })).not.toBeInTheDocument();
});
