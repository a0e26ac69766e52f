import { screen } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('@/app/start', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.resetModules();
  window.history.replaceState(null, '', '/');
});

/** Loads a document whose app fails to load. */
async function visit(path: string, templates = '') {
  document.body.innerHTML = `<div id="root"></div>${templates}<noscript></noscript>`;
  // With scripting enabled the content of `<noscript>` is text; the server has put the helplines there.
  const unread = document.querySelector('noscript');
  if (unread)
    unread.textContent =
      '<p>No script.</p><pre>US Emergency Services: 911\nUS 988 Suicide &amp; Crisis Lifeline: 988\nUS Crisis Text Line: Text HOME to 741741\nUS Hotline: 1-800-799-7233\nOutside these countries: call your local emergency number.</pre>';
  window.history.replaceState(null, '', path);
  const { page } = await import('@/lib/page');
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
  await import('./main');
  return { reload, replace };
}

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const numbers = ['tel:911', 'tel:988', 'sms:741741?&body=HOME', 'tel:18007997233'];

test('without the app and without a first picture there are the helplines and a reload button', async () => {
  const { reload } = await visit('/');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Something went wrong on our side',
  );
  expect(hrefs()).toEqual(numbers);
  expect(screen.getByText(/^US 988 Suicide & Crisis Lifeline:/)).toBeVisible();
  expect(screen.getByText(/^Outside these countries/)).toBeVisible();
  screen.getByRole('button', { name: 'Reload' }).click();
  expect(reload).toHaveBeenCalledOnce();
});

test('without the app the help picture gets the helplines, and its quick exit still works', async () => {
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
  const { reload, replace } = await visit(
    '/instant-support',
    '<template data-picture="instant-support" lang="en"><h1>Instant Support</h1><button data-leave-quickly><svg></svg>Leave quickly</button><p data-picture-ends>Call now.</p></template>',
  );
  expect(await screen.findByText(/^US 988 Suicide & Crisis Lifeline:/)).toBeVisible();
  expect(hrefs()).toEqual(numbers);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Instant Support');

  document.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(replace).toHaveBeenCalledWith('https://www.wikipedia.org/');
  expect(reload).not.toHaveBeenCalled();
  document.documentElement.hidden = false;
});
