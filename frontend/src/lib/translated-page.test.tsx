import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { surviveTranslation } from './translated-page';

beforeAll(surviveTranslation);

/** Every text node of the page, as React made it. */
function textNodes() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

const font = (...children: (Node | string)[]) => {
  const element = document.createElement('font');
  element.append(...children);
  return element;
};

/** How browsers translate: one replaces each text node, another wraps it. */
const ways: [string, (text: Text) => void][] = [
  ['in place of', (text) => text.replaceWith(font(font(`⟦${text.data}⟧`)))],
  [
    'around',
    (text) => {
      const around = font();
      text.replaceWith(around);
      around.append(font(text));
    },
  ],
];

function Story({ state }: { state: 'open' | 'sending' | 'sent' }) {
  return (
    <main>
      {state === 'sending' && <p role="status">Sending…</p>}
      {state === 'open' ? 'Write what you carry. ' : <strong>It is on its way. </strong>}
      Nobody is told.
      {state === 'sent' && 'Thank you.'}
      <button type="button">{state === 'open' ? 'Send' : 'Close'}</button>
    </main>
  );
}

test.each(ways)('React goes on where a translation put <font> %s its text', (_, translate) => {
  const { rerender, unmount } = render(<Story state="open" />);
  textNodes().forEach(translate);
  rerender(<Story state="sending" />);
  expect(screen.getByRole('status')).toHaveTextContent('Sending…');
  expect(screen.getByText('It is on its way.')).toBeVisible();
  expect(screen.getByRole('button')).toHaveTextContent('Close');
  textNodes().forEach(translate);
  rerender(<Story state="sent" />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('main')).toHaveTextContent('Thank you.');
  rerender(<Story state="open" />);
  expect(screen.getByRole('main')).not.toHaveTextContent('It is on its way.');
  unmount();
  expect(screen.queryByRole('main')).toBeNull();
});

test('a wrapped text leaves the page with its change', () => {
  const { rerender } = render(<Story state="open" />);
  textNodes().forEach(ways[1]?.[1] ?? (() => {}));
  rerender(<Story state="sending" />);
  expect(screen.getByRole('main')).not.toHaveTextContent('Write what you carry.');
});

test('nodes that nobody moved are changed as ever, and nothing is taken out of another element', () => {
  const list = document.createElement('ul');
  const [first, second, foreign] = ['a', 'b', 'c'].map((words) => {
    const item = document.createElement('li');
    item.append(words);
    return item;
  }) as [HTMLLIElement, HTMLLIElement, HTMLLIElement];
  const other = document.createElement('ol');
  other.append(foreign);
  list.insertBefore(second, null);
  list.insertBefore(first, second);
  expect(list).toHaveTextContent('ab');
  expect(list.removeChild(foreign)).toBe(foreign);
  expect(other).toHaveTextContent('c');
  expect(list.removeChild(first)).toBe(first);
  expect(list).toHaveTextContent('b');
});
