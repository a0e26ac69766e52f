import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { TestimoniesTab } from './testimonies-tab';

test('a hidden story says so, and all stories of a flood are kept in one step', async () => {
  const one = testimony(1, {
    status: 'approved',
    reports: 2,
    reportedAt: '2026-11-20T14:00:00Z',
    isHidden: true,
  });
  const flood = [1, 2, 3].map((number) => testimony(number).id);
  const path = `/api/admin/testimonies/${one.id}`;
  let tries = 0;
  const { sent } = fakeStaff([one], {
    [path]: () => answer(200, { story: one, timeline: [], flood: tries > 1 ? [] : flood }),
    [`${path}/keep-flood`]: () => {
      tries += 1;
      return tries === 1
        ? answer(503, { code: 'UNAVAILABLE', message: 'Not now.' })
        : answer(200, { kept: flood });
    },
  });
  const { user } = renderScreen(<TestimoniesTab />, {
    path: '/admin',
    at: `/admin?status=approved&story=${one.id}`,
  });
  expect((await screen.findAllByText('Hidden until you decide'))[0]).toBeInTheDocument();
  expect(await screen.findByText(/The same networks reported 3 stories/)).toBeVisible();
  const keep = screen.getByRole('button', { name: 'Keep all 3 of this flood' });
  await user.click(keep);
  expect(await screen.findByText('Not now.')).toBeVisible();
  await user.click(keep);
  expect(await screen.findByText('3 stories are kept.')).toBeVisible();
  expect(sent.filter((one) => one.path === `${path}/keep-flood`)).toHaveLength(2);
});
