import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { auditLine, fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { AuditTab } from './audit-tab';
import { groupOf } from './groups';

const KEY = 'stillwater:staff-audit-filters';

const renderAudit = (at = '/admin?tab=audit', handlers = {}) => {
  const { sent } = fakeStaff([], {
    '/api/admin/audit': () => answer(200, { lines: [auditLine(1)], next: null }),
    ...handlers,
  });
  const screen = renderScreen(<AuditTab />, { path: '/admin', at });
  const asked = () => {
    const last = [...sent].reverse().find(({ path }) => path === '/api/admin/audit');
    return Object.fromEntries(last?.search ?? []);
  };
  const address = () =>
    Object.fromEntries(new URLSearchParams(screen.router.state.location.search));
  return { sent, asked, address, ...screen };
};
const press = (name: string | RegExp) => screen.getByRole('button', { name });

test('a group shows its lines and offers its actions', async () => {
  const { user, asked, address } = renderAudit();
  await screen.findByText('1 line shown');
  await user.click(screen.getByRole('radio', { name: 'Money' }));
  await waitFor(() => expect(asked()).toEqual({ group: 'money' }));
  expect(address()).toEqual({ tab: 'audit', group: 'money' });
  const actions = within(screen.getByLabelText('What'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(actions).toContain('Granted premium');
  expect(actions).not.toContain('Approved the story');

  await user.click(press('Show everything'));
  await waitFor(() => expect(address()).toEqual({ tab: 'audit' }));
  expect(screen.getByRole('radio', { name: 'Everything' })).toBeChecked();
  expect(press('Show everything')).toHaveFocus();
});

test('an action of another group is not kept', async () => {
  const { user, asked } = renderAudit('/admin?tab=audit&action=story.revealed&actor=Ruth');
  await screen.findByText('1 line shown');
  await user.click(screen.getByRole('radio', { name: 'Stories' }));
  await waitFor(() =>
    expect(asked()).toEqual({ group: 'stories', action: 'story.revealed', actor: 'Ruth' }),
  );
  await user.click(screen.getByRole('radio', { name: 'Users' }));
  await waitFor(() => expect(asked()).toEqual({ group: 'users', actor: 'Ruth' }));
});

test.each([
  ['story.approved', 'stories'],
  ['user.blocked', 'users'],
  ['user.premium_granted', 'money'],
  ['user.subscription_changed', 'money'],
  ['payment.refunded', 'money'],
  ['prayer.read', 'prayers'],
  ['staff.signed_in', 'staff'],
  ['audit.exported', 'staff'],
  ['document.failed', 'operation'],
  ['job.retried', 'operation'],
])('%s belongs to %s', (action, group) => {
  expect(groupOf(action)).toBe(group);
});

test('the address holds the filter: a link leads to the lines of one story', async () => {
  const { id } = testimonyFixture(1);
  const { asked } = renderAudit(`/admin?tab=audit&subject=${id}`);
  await screen.findByText('1 line shown');
  expect(asked()).toEqual({ subject: id });
  expect(screen.getByLabelText('ID of a story, user or job')).toHaveValue(id);
  expect(screen.getByRole('link', { name: /^Open story …/ })).toHaveAttribute(
    'href',
    `/admin?tab=testimonies&story=${id}`,
  );
  expect(screen.getByText('Ruth').closest('td')).toHaveTextContent('Ruth owner');
});

test('people of staff are proposed, and a name can be typed without them', async () => {
  renderAudit();
  await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2));
  expect(document.querySelector('datalist option')).toHaveAttribute('label', 'Naomi, moderator');
});

test('people of staff offline: says so', async () => {
  renderAudit(undefined, { '/api/admin/audit/people': unreachable });
  await waitFor(() =>
    expect(screen.getByLabelText('Staff name')).toHaveAccessibleDescription(
      'The names could not be loaded. You can still type one.',
    ),
  );
});

test('a filter is saved by name on this device, chosen again and removed', async () => {
  const { user, asked, address } = renderAudit('/admin?tab=audit&group=money&actor=Ruth');
  await screen.findByText('1 line shown');
  await user.click(press('Save this filter'));
  expect(screen.getByLabelText('Name of the filter')).toHaveFocus();
  await user.click(press('Save'));
  expect(screen.getByLabelText('Name of the filter')).toHaveAccessibleDescription(
    /Please give the filter a name/,
  );
  await user.type(screen.getByLabelText('Name of the filter'), ' Ruth and money {Enter}');
  expect(screen.getByText('Saved as Ruth and money.')).toBeInTheDocument();
  expect(press('Save this filter')).toHaveFocus();
  expect(press('Ruth and money')).toHaveAttribute('aria-pressed', 'true');
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject([
    { name: 'Ruth and money', filter: { group: 'money', actor: 'Ruth' } },
  ]);

  await user.click(press('Show everything'));
  await waitFor(() => expect(asked()).toEqual({}));
  expect(press('Ruth and money')).toHaveAttribute('aria-pressed', 'false');
  await user.click(press('Ruth and money'));
  await waitFor(() => expect(address()).toEqual({ tab: 'audit', group: 'money', actor: 'Ruth' }));
  expect(screen.getByLabelText('Staff name')).toHaveValue('Ruth');
  await user.click(press('Remove the filter Ruth and money'));
  expect(screen.queryByRole('button', { name: 'Ruth and money' })).not.toBeInTheDocument();
  expect(localStorage.getItem(KEY)).toBe('[]');
});

test('saving a name again replaces the filter, and Escape saves nothing', async () => {
  localStorage.setItem(KEY, JSON.stringify([{ name: 'Mine', filter: { group: 'users' } }]));
  const { user } = renderAudit('/admin?tab=audit&group=staff');
  await screen.findByText('1 line shown');
  await user.click(press('Save this filter'));
  await user.keyboard('{Escape}');
  expect(press('Save this filter')).toHaveFocus();
  await user.click(press('Save this filter'));
  await user.type(screen.getByLabelText('Name of the filter'), 'Mine{Enter}');
  expect(screen.getAllByRole('button', { name: 'Mine' })).toHaveLength(1);
  expect(press('Mine')).toHaveAttribute('aria-pressed', 'true');
});

test('no more than twenty filters are saved', async () => {
  const saved = Array.from({ length: 20 }, (_, n) => ({ name: `Filter ${n}`, filter: {} }));
  localStorage.setItem(KEY, JSON.stringify(saved));
  const { user } = renderAudit('/admin?tab=audit&group=staff');
  await screen.findByText('1 line shown');
  await user.click(press('Save this filter'));
  await user.type(screen.getByLabelText('Name of the filter'), 'One more{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('There are 20 saved filters already.');
});

test.each(['not JSON', '{}', '[1, null, {"name": 5}]'])(
  'saved filters that cannot be read are left out: %s',
  async (kept) => {
    localStorage.setItem(KEY, kept);
    renderAudit();
    await screen.findByText('1 line shown');
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  },
);

test('a browser that keeps nothing: says so', async () => {
  const { user } = renderAudit('/admin?tab=audit&group=staff');
  await screen.findByText('1 line shown');
  await user.click(press('Save this filter'));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.type(screen.getByLabelText('Name of the filter'), 'Mine{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('This browser keeps nothing');
});

test('the export has the filter of the lines on screen', async () => {
  const made = vi.fn(() => 'blob:export');
  const released = vi.fn();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: released }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, sent } = renderAudit('/admin?tab=audit&group=money&from=2026-11-20', {
    '/api/admin/audit/export': () => answer(200, 'line,at\r\n'),
  });
  await user.click(press('Export as CSV'));
  expect(await screen.findByText('The file is saved.')).toBeVisible();
  const asked = sent.find(({ path }) => path === '/api/admin/audit/export')?.search;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    group: 'money',
    from: '2026-11-20T00:00:00.000Z',
  });
  expect(made).toHaveBeenCalledOnce();
  expect(released, 'the browser may still be reading the file').not.toHaveBeenCalled();
  const [link] = click.mock.contexts as HTMLAnchorElement[];
  expect(link?.download).toMatch(/^stillwater-audit-\d{4}-\d{2}-\d{2}\.csv$/);
});

test('the export offline: shows an error, and can be tried again', async () => {
  const { user } = renderAudit(undefined, { '/api/admin/audit/export': unreachable });
  await user.click(press('Export as CSV'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The lines could not be exported.');
  expect(press('Export as CSV')).toHaveAttribute('aria-disabled', 'false');
});
