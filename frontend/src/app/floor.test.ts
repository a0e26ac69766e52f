/** `public/floor.js` runs in every browser and shows the plain part to those below the floor. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync('public/floor.js', 'utf8');
const run = () => new Function(source)();
const page = document.documentElement;

/** What jsdom lacks and browsers above the floor have. */
beforeEach(() => {
  page.className = '';
  vi.stubGlobal('CSSPropertyRule', class {});
  vi.stubGlobal('ResizeObserver', class {});
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('structuredClone', () => {});
});

test('above the floor nothing changes', () => {
  run();
  expect(page.className).toBe('');
});

test.each([
  ['structuredClone', undefined],
  ['CSSPropertyRule', undefined],
  ['CSS', { supports: (name: string) => name !== 'color' }],
  ['CSS', undefined],
])('without %s the plain part is shown', (name, value) => {
  vi.stubGlobal(name, value);
  run();
  expect(page.className.trim().split(' ')).toEqual(['below-floor', 'plain-now']);
});

test('without toSorted the plain part is shown', () => {
  const toSorted = Object.getOwnPropertyDescriptor(Array.prototype, 'toSorted') ?? {};
  Reflect.deleteProperty(Array.prototype, 'toSorted');
  run();
  Object.defineProperty(Array.prototype, 'toSorted', toSorted);
  expect(page.className).toContain('below-floor');
});

test('a script that fails to load shows the plain part, and a failed picture does not', () => {
  run();
  const fail = (tag: string) => {
    const element = document.body.appendChild(document.createElement(tag));
    element.dispatchEvent(new Event('error'));
    element.remove();
  };
  fail('img');
  expect(page.className).toBe('');
  fail('script');
  // The app runs: it has taken the part out.
  expect(page.className).toBe('');
  const part = document.body.appendChild(document.createElement('div'));
  part.id = 'plain';
  fail('script');
  part.remove();
  expect(page.className.trim()).toBe('plain-now');
});

test('its source has no syntax that is newer than ECMAScript 3', () => {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^']*'/g, "''");
  expect(code).not.toMatch(/=>|`|\b(let|const|class|async|await)\b|\?\.|\?\?|\.\.\./);
});
