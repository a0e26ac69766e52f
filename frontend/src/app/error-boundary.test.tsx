import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { speak } from '@/lib/language';
import { takePlainPart } from '@/lib/plain-part';
import { ErrorBoundary } from './error-boundary';
import { spanish } from './spanish';

afterEach(() => speak('en', new Map()));

function Broken(): never {
  throw new Error('broken');
}

const broken = (
  <ErrorBoundary place="here">
    <Broken />
  </ErrorBoundary>
);

test('a render error shows the error screen with the way to help, and navigating retries', () => {
  // React logs every error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { rerender } = render(broken);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('link', { name: 'Help now' })).toHaveAttribute('href', '/api/plain#help');
  rerender(<ErrorBoundary place="elsewhere">all is well</ErrorBoundary>);
  expect(screen.getByText('all is well')).toBeVisible();
});

test('in Spanish the way to help is in Spanish', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  speak('es', spanish);
  render(broken);
  const link = screen.getByRole('link', { name: 'Ayuda ahora' });
  expect(link).toHaveAttribute('href', '/api/plain#help');
  expect(link.closest('[lang]')).toHaveAttribute('lang', 'es');
});

test.each(['en', 'es'])('the helplines are marked as %s, the language of the document', (lang) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  speak(lang === 'en' ? 'es' : 'en', new Map());
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="plain"><main class="plain" lang="${lang}"><h1>Hope</h1>
     <section id="help"><a href="tel:988">988</a></section></main></div>`,
  );
  takePlainPart();
  render(broken);
  expect(screen.getByRole('link', { name: '988' }).closest('[lang]')).toHaveAttribute('lang', lang);
});

test('the error screen has the helplines and the form of the document, whatever is missing', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const toSorted = Object.getOwnPropertyDescriptor(Array.prototype, 'toSorted') ?? {};
  Reflect.deleteProperty(Array.prototype, 'toSorted');
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div id="plain"><main class="plain"><h1>Find hope and help</h1><p>This page works.</p>
     <form action="/api/plain"><textarea aria-label="What are you carrying?"></textarea></form>
     <section id="help"><a href="tel:988">Call 988</a></section></main></div>`,
  );
  takePlainPart();
  render(broken);
  Object.defineProperty(Array.prototype, 'toSorted', toSorted);
  const shown = screen.getByRole('main');
  expect(within(shown).getByRole('link', { name: 'Call 988' })).toHaveAttribute('href', 'tel:988');
  expect(within(shown).getByRole('textbox', { name: 'What are you carrying?' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
