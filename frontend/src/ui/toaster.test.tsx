import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showToast } from '@/lib/toasts';
import Toaster from './toaster';

test('a toast has the language of the page', async () => {
  document.documentElement.lang = 'es';
  render(<Toaster />);
  act(() => showToast({ title: 'No se pudo' }));
  const [title] = await screen.findAllByText('No se pudo');
  expect(title?.closest('[lang]')).toBe(document.documentElement);
});
