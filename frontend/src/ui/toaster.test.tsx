import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showToast } from '@/lib/toasts';
import Toaster from './toaster';

test.each([
  [{ title: 'Copied' }, 'en'],
  [{ title: 'No se pudo', lang: 'es' as const }, 'es'],
])('%j is marked with the language %s', async (toast, lang) => {
  document.documentElement.lang = 'es';
  render(<Toaster />);
  act(() => showToast(toast));
  const [title] = await screen.findAllByText(toast.title);
  expect(title?.closest('[lang]')).toHaveAttribute('lang', lang);
});
