import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { pickCountry } from '@/lib/country';
import { page } from '@/lib/page';
import { keepSignedIn, staysSignedIn } from '@/lib/remembered';
import { fakeApi, resources, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { CrisisDialog } from './crisis-dialog';
import { bundledHelp, helpFrom } from './helplines';
import { InstantSupportFallback } from './instant-support-numbers';
import { InstantSupportScreen } from './instant-support-screen';

beforeEach(() => pickCountry(null));

const open = (change: Partial<Parameters<typeof CrisisDialog>[0]> = {}) => {
  const onClose = vi.fn();
  render(
    <CrisisDialog
      resources={resources}
      category={resources.category}
      onClose={onClose}
      onEncouragement={null}
      {...change}
    />,
  );
  return { user: userEvent.setup(), onClose, dialog: screen.getByRole('alertdialog') };
};

test('the page shows four contacts as call and text links', () => {
  renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(
    expect.arrayContaining(['tel:911', 'tel:988', 'sms:741741?&body=HOME', 'tel:18007997233']),
  );
  for (const name of [
    'Emergency Services',
    '988 Suicide & Crisis Lifeline',
    'Crisis Text Line',
    'National Domestic Violence Hotline',
  ]) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.getByText(/Help is always available/)).toBeVisible();
});

test('another country has its own helplines, and the choice is remembered', async () => {
  const { user } = renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Helplines for' }), 'GB');
  expect(screen.getByRole('link', { name: 'Call 999, Emergency Services' })).toBeVisible();
  expect(localStorage.getItem('stillwater:country')).toBe('GB');
});

test('a country without helplines of ours gets the international advice', async () => {
  const { user } = renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  await user.selectOptions(screen.getByRole('combobox'), 'Another country');
  expect(screen.getByText(/call your local emergency number now/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'findahelpline.com' })).toHaveAttribute(
    'href',
    'https://findahelpline.com',
  );
  expect(screen.getByRole('link', { name: 'befrienders.org' })).toHaveAttribute(
    'rel',
    'noreferrer',
  );
});

test('the dialog remembers “Another country”', () => {
  pickCountry('elsewhere');
  const { dialog } = open({ resources: null });
  expect(within(dialog).getByRole('combobox')).toHaveDisplayValue('Another country');
  expect(within(dialog).getByRole('link', { name: 'findahelpline.com' })).toBeVisible();
  expect(within(dialog).queryByRole('link', { name: /911/ })).not.toBeInTheDocument();
});

test('while its page loads, help shows the helplines and the quick exit', () => {
  renderScreen(<InstantSupportFallback />, { path: '/instant-support' });
  expect(screen.getByRole('link', { name: 'Call 911, Emergency Services' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Leave quickly' })).toBeVisible();
});

test('while its page loads, help in other countries links to directories', () => {
  pickCountry('elsewhere');
  renderScreen(<InstantSupportFallback />, { path: '/instant-support' });
  expect(screen.getByRole('link', { name: 'findahelpline.com' })).toBeVisible();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('the dialog shows the helplines first, then common doubts, then three messages', async () => {
  const { dialog } = open();
  await within(dialog).findByText('What might make it hard to reach out?');
  expect(dialog).toHaveAccessibleName('Immediate Support Available');
  const links = within(dialog)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links.slice(0, 5)).toEqual([
    'tel:988',
    'sms:988',
    'sms:741741?&body=HOME',
    'tel:911',
    'tel:18007997233',
  ]);
  expect(links.slice(5, 7)).toEqual(['https://findahelpline.com', 'https://befrienders.org']);
  expect(links.slice(7).every((href) => href?.startsWith('sms:?&body='))).toBe(true);
  expect(links).toHaveLength(10);
  expect(dialog.querySelectorAll('details')).toHaveLength(5);
  expect(within(dialog).getByText(/If someone else reads your phone, call instead/)).toBeVisible();
});

test('“I Understand” and Escape close it, the backdrop only after two seconds', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
  const { user, onClose, dialog } = open();
  now.mockReturnValue(2_900);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  now.mockReturnValue(3_000);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('button', { name: 'I Understand' }));
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('encouragement is offered only when there is some', async () => {
  const onEncouragement = vi.fn();
  const { user } = open({ onEncouragement });
  await user.click(screen.getByRole('button', { name: 'See encouragement too' }));
  expect(onEncouragement).toHaveBeenCalled();
});

test('without a server response the bundled helplines are shown', () => {
  const { dialog } = open({ resources: null });
  expect(within(dialog).getByRole('link', { name: /Call 911/ })).toBeVisible();
});

test('after a possible suicide attempt the emergency number is next to the lifeline', () => {
  const { dialog } = open({ resources: { ...resources, category: 'suicide_plan' } });
  const links = within(dialog).getAllByRole('link');
  expect(links.slice(0, 3).map((link) => link.getAttribute('href'))).toEqual([
    'tel:988',
    'sms:988',
    'tel:911',
  ]);
});

test('domestic violence: its hotline and the quick exit come first', async () => {
  const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
  const { user, dialog } = open({ resources: { ...resources, category: 'domestic_violence' } });
  expect(within(dialog).getAllByRole('link')[0]).toHaveAttribute('href', 'tel:18007997233');
  await user.click(within(dialog).getByRole('button', { name: 'Leave quickly' }));
  expect(replace).toHaveBeenCalledWith('https://www.wikipedia.org/');
  document.documentElement.hidden = false;
});

test.each([
  ['suicide_ideation', 'after'],
  ['suicide_plan', 'after'],
  ['medical_emergency', 'after'],
  ['domestic_violence', 'before'],
  ['child_abuse', 'before'],
])('category %s: the quick exit is shown once, %s the helplines', (category, place) => {
  const { dialog } = open({ resources: { ...resources, category } });
  const leave = within(dialog).getByRole('button', { name: 'Leave quickly' });
  const numbers = within(dialog).getAllByRole('link', { name: /^(Call|Text)/ });
  const [first, last] = [numbers[0] as Element, numbers.at(-1) as Element];
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  if (place === 'before') expect(leave.compareDocumentPosition(first)).toBe(follows);
  else expect(last.compareDocumentPosition(leave)).toBe(follows);
  // I Understand stays the last button, where users expect it.
  expect(within(dialog).getAllByRole('button').at(-1)).toHaveAccessibleName('I Understand');
  // Escape closes the dialog, so the hint of leaving by Escape is omitted.
  expect(leave).not.toHaveAttribute('title');
});

test('the quick exit is also shown for a crisis detected in the browser', () => {
  const { dialog } = open({ resources: null, category: 'suicide_ideation' });
  expect(within(dialog).getByRole('button', { name: 'Leave quickly' })).toBeVisible();
});

test('pressing Escape three times within two seconds leaves the page, twice does not', async () => {
  const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
  const sent = fakeApi({ '/api/leave': waiting });
  const { user } = renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  await user.keyboard('{Escape}{Escape}');
  expect(replace).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(replace).toHaveBeenCalledTimes(1);
  // The server is notified without waiting for its response.
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/leave');
  document.documentElement.hidden = false;
});

test.each([
  ['988 Suicide & Crisis Lifeline', '988', ['tel:988', 'sms:988']],
  ['9-8-8 Suicide Crisis Helpline', '988', ['tel:988', 'sms:988']],
  ['1737, Need to talk?', '1737', ['tel:1737', 'sms:1737']],
  ['Samaritans', '116123', ['tel:116123']],
  // The server's contact wins where it differs from ours.
  ['988 Suicide & Crisis Lifeline', '999888', ['tel:999888']],
  ['A line of the next release', 'Text HI to 12345', ['sms:12345?&body=HI']],
])('the server’s %s at %s is reached by %j', (name, contact, hrefs) => {
  const suicidePrevention = { name, contact, description: '' };
  const { helplines } = helpFrom({ ...resources, suicidePrevention });
  const links = helplines.find(({ kind }) => kind === 'suicide')?.links;
  expect(links?.map(({ href }) => href)).toEqual(hrefs);
});

test('the emergency services are those of the country the server used', () => {
  const emergency = { name: 'Emergency Services', contact: '999', description: '' };
  const { helplines } = helpFrom({ ...resources, emergency });
  const links = helplines.find(({ kind }) => kind === 'emergency')?.links;
  expect(links?.map(({ href }) => href)).toEqual(['tel:999']);
});

test('every bundled country has an emergency number', () => {
  for (const code of ['US', 'CA', 'GB', 'IE', 'AU', 'NZ']) {
    expect(bundledHelp(code).helplines.map(({ kind }) => kind)).toContain('emergency');
  }
  expect(helpFrom({ ...resources, domesticViolence: null }).helplines).toHaveLength(3);
});

test('somebody who is signed in chooses whether leaving quickly signs them out', async () => {
  keepSignedIn(true);
  const { user } = renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  const choice = screen.getByRole('checkbox', { name: 'Leave quickly also signs me out' });
  expect(choice).toBeChecked();
  expect(choice).toHaveAccessibleDescription(/the next time this site is opened/);
  await user.click(choice);
  expect(staysSignedIn()).toBe(true);
  await user.click(choice);
  expect(staysSignedIn()).toBe(false);
});

test('a guest is not asked about a session', () => {
  renderScreen(<InstantSupportScreen />, { path: '/instant-support' });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
