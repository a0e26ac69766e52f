import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { leaveOnEscape } from './leave-quickly';
import { page } from './page';
import { hasLeft, keepSignedIn, keepSignedInAfterLeaving } from './remembered';
import { noteShown, shownPassages } from './shown-passages';

const NEUTRAL = 'https://www.wikipedia.org/';
const press = () => fireEvent.keyDown(window, { key: 'Escape' });

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  const stop = leaveOnEscape();
  return () => {
    stop();
    document.documentElement.hidden = false;
    document.body.replaceChildren();
  };
});

test('Escape presses that close a dialog do not count, later ones do', () => {
  const replace = vi.spyOn(page, 'replace').mockImplementation(() => {});
  const dialog = document.body.appendChild(document.createElement('dialog'));
  press();
  press();
  dialog.showModal();
  for (let presses = 0; presses < 3; presses += 1) press();
  expect(replace).not.toHaveBeenCalled();

  dialog.close();
  press();
  press();
  expect(replace).not.toHaveBeenCalled();
  press();
  expect(replace).toHaveBeenCalledExactlyOnceWith(NEUTRAL);
});

test('leaving quickly forgets which passages were shown', () => {
  vi.spyOn(page, 'replace').mockImplementation(() => {});
  noteShown({ reference: 'Psalm 56:8', letter: 'anxiety', discreet: false }, true);
  for (let presses = 0; presses < 3; presses += 1) press();
  expect(shownPassages()).toEqual([]);
  expect(Object.keys(sessionStorage)).not.toContain('stillwater:shown');
  expect(Object.keys(localStorage)).not.toContain('stillwater:shown-for-a-month');
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])(
  'leaving ends the session of the next visit: signed in %s, chose to stay %s',
  (signedIn, stays, ends) => {
    vi.spyOn(page, 'replace').mockImplementation(() => {});
    keepSignedIn(signedIn);
    keepSignedInAfterLeaving(stays);
    for (let presses = 0; presses < 3; presses += 1) press();
    expect(hasLeft()).toBe(ends);
  },
);
