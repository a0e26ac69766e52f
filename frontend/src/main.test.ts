import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { page } from '@/lib/page';

vi.mock('@/app/start', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('without the app and without a picture there are the numbers, and a way to load again', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div><noscript></noscript>';
  // With scripts a document keeps these words unread; the server has put them there.
  const unread = document.querySelector('noscript');
  if (unread)
    unread.textContent =
      '<p>No script.</p><pre>US Emergency Services: 911\nUS 988 Suicide &amp; Crisis Lifeline: 988\nUS Crisis Text Line: Text HOME to 741741\nUS Hotline: 1-800-799-7233\nOutside these countries: call your local emergency number.</pre>';
  await import('./main');

  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'Something went wrong on our side',
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:911',
    'tel:988',
    'sms:741741?&body=HOME',
    'tel:18007997233',
  ]);
  expect(screen.getByText(/^US 988 Suicide & Crisis Lifeline:/)).toBeVisible();
  expect(screen.getByText(/^Outside these countries/)).toBeVisible();
  screen.getByRole('button', { name: 'Load again' }).click();
  expect(reload).toHaveBeenCalledOnce();
});
