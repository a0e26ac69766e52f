import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { followUpdates } from '@/lib/follow-updates';
import { start } from './start';

vi.mock('./app', () => ({ App: () => null }));
vi.mock('./languages', () => ({ activatePreferredLanguage: async () => {} }));
vi.mock('@/lib/shared-text', () => ({ takeSharedText: async () => null }));
vi.mock('@/lib/follow-updates', () => ({ followUpdates: vi.fn() }));

test('updates are followed once the page has loaded, in the browser’s own container', async () => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: {} } }));
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  await act(() => start(document.createElement('div'), null));
  expect(followUpdates).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(followUpdates).toHaveBeenCalledExactlyOnceWith());
  vi.unstubAllEnvs();
});
