import { screen } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('@/app/start', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.resetModules();
  window.history.replaceState(null, '', '/');
  document.documentElement.className = '';
  // Reports the first paint at once.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(readonly told: (paints: unknown) => void) {}
      observe() {
        this.told({ getEntriesByName: () => [{}] });
      }
    },
  );
});

/** Loads a document whose app fails to load. */
async function visit(path: string, templates = '', navigation = 'navigate') {
  document.body.innerHTML = `<div id="root"></div>${templates}<div id="plain"><main class="plain"><h1>Find hope and help</h1>
    <form><textarea aria-label="What are you carrying?"></textarea></form>
    <section id="help"><a href="tel:988">Call 988</a></section></main></div>`;
  window.history.replaceState(null, '', path);
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: navigation }] });
  const { page } = await import('@/lib/page');
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  await import('./main');
  return { reload };
}

const isPlainShown = () => document.documentElement.classList.contains('plain-now');
const HOME = '<template data-picture="landing" lang="en"><button>Get Started</button></template>';

test('without the app and without a first picture there is the plain part', async () => {
  await visit('/guidelines');
  await expect.poll(isPlainShown).toBe(true);
  expect(screen.getByRole('link', { name: 'Call 988' })).toBeVisible();
});

test('on the page with the numbers the plain part opens at the numbers', async () => {
  const picture =
    '<template data-picture="instant-support" lang="en"><h1>Instant Support</h1></template>';
  await visit('/instant-support', picture);
  await expect.poll(isPlainShown).toBe(true);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});

test('a first picture stays when the app fails, and a press loads the page again', async () => {
  const { reload } = await visit('/', HOME);
  await expect
    .poll(() => {
      screen.getByRole('button', { name: 'Get Started' }).click();
      return reload.mock.calls.length;
    })
    .toBeGreaterThan(0);
  expect(isPlainShown()).toBe(false);
  expect(document.getElementById('plain')).toBeNull();
});

test('if that has failed too, the plain part has what was typed', async () => {
  const { keepDraft } = await import('@/lib/drafts');
  const shown = visit('/', HOME, 'reload');
  keepDraft('struggle', 'I cannot sleep');
  await shown;
  await expect.poll(isPlainShown).toBe(true);
  expect(screen.getByRole('textbox', { name: 'What are you carrying?' })).toHaveValue(
    'I cannot sleep',
  );
});

test('below the floor the app does not begin, and the plain part stays', async () => {
  document.documentElement.className = 'below-floor plain-now';
  await visit('/', HOME);
  expect(document.getElementById('plain')).not.toBeNull();
  expect(document.getElementById('root')?.hasChildNodes()).toBe(false);
});
