import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RedactedText } from './redacted-text';

const marked = (text: string, words: string[]) => {
  const danger = words.map((part) => ({
    start: text.indexOf(part),
    end: text.indexOf(part) + part.length,
  }));
  render(<RedactedText text={text} danger={danger} />);
  return [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
};

test('words that may speak of danger are marked, across placeholders and paragraphs', () => {
  const text = '[name 1] 🙏 left.\n\nI wanted to die and told [name 2], so I wanted to go.';
  expect(marked(text, ['wanted to die', 'wanted to go'])).toEqual([
    'hidden [name 1]',
    'may speak of danger: wanted to die',
    'hidden [name 2]',
    'may speak of danger: wanted to go',
  ]);
  expect(document.querySelectorAll('p')).toHaveLength(2);
  expect(screen.getByText(/left\./)).toBeVisible();
});

test('a mark over a placeholder marks the words around it, and no word is lost or doubled', () => {
  const text = 'I want to kill [name] today';
  expect(marked(text, ['kill [name] today'])).toEqual([
    'may speak of danger: kill ',
    'hidden [name]',
    'may speak of danger:  today',
  ]);
  for (const hidden of document.querySelectorAll('.sr-only')) hidden.remove();
  expect(document.body.textContent).toBe(text);
});

test('what was hidden and what was nearly hidden are marked apart', () => {
  const text = '[name] and Hope sat with me.';
  const start = text.indexOf('Hope');
  render(<RedactedText text={text} nearly={[{ start, end: start + 4 }]} />);
  const [hidden, nearly] = document.querySelectorAll('mark');
  expect(hidden).toHaveTextContent('hidden [name]');
  expect(nearly).toHaveTextContent('may be a name: Hope');
  expect(nearly?.className).not.toBe(hidden?.className);
});
