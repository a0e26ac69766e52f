import { beforeEach, expect, test, vi } from 'vitest';
import { fakeWorkers } from '@/testing/fake-workers';

const clock = { start: vi.fn() };
vi.mock('./update-clock', () => ({ startUpdateClock: (check: () => void) => clock.start(check) }));

/** The module has state, so each test imports it anew. */
async function followed(workers = fakeWorkers()) {
  vi.resetModules();
  const { page } = await import('./page');
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const update = await import('./update');
  const { followUpdates } = await import('./follow-updates');
  await followUpdates(workers.container);
  return { ...workers, ...update, reload };
}

beforeEach(() => {
  document.body.innerHTML = '';
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return () => vi.useRealTimers();
});

const write = (words: string) => {
  document.body.innerHTML = '<textarea></textarea>';
  const field = document.querySelector('textarea');
  if (field) field.value = words;
};

test('the worker is registered without HTTP cache, and the clock triggers its update check', async () => {
  const { container, registration } = await followed();
  expect(container.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  clock.start.mock.lastCall?.[0]();
  expect(registration.update).toHaveBeenCalled();
});

test('the first worker of a page is not an update', async () => {
  const { install, takeControl, reload } = await followed(fakeWorkers({ controlled: false }));
  install();
  takeControl();
  expect(reload).not.toHaveBeenCalled();
});

test('Update Now activates the waiting version, and then the page reloads', async () => {
  const { install, takeControl, updateNow, reload } = await followed();
  const worker = install();
  updateNow();
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  takeControl();
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that waited before the page opened is offered too', async () => {
  const workers = fakeWorkers();
  const worker = workers.waitAlready();
  const { updateNow } = await followed(workers);
  updateNow();
  expect(worker.postMessage).toHaveBeenCalled();
});

test('a version that has already taken over only needs a reload', async () => {
  const { install, updateNow, reload } = await followed();
  const worker = install();
  worker.state = 'activated';
  updateNow();
  expect(worker.postMessage).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

test('the worker’s RELOAD message reloads the page once', async () => {
  const { tell, takeControl, reload } = await followed();
  tell({ type: 'RELOAD' });
  takeControl();
  expect(reload).toHaveBeenCalledOnce();
});

test('the reload waits while the user is writing', async () => {
  const { install, updateNow, loadOnceFinished, takeControl, reload } = await followed();
  const worker = install();
  write('Lord, I');
  updateNow();
  loadOnceFinished();
  expect(worker.postMessage).not.toHaveBeenCalled();
  write('');
  loadOnceFinished();
  expect(worker.postMessage).toHaveBeenCalled();
  takeControl();
  expect(reload).toHaveBeenCalledOnce();
});

test('when a version does not activate after Update Now, a second try reloads the page', async () => {
  const { install, updateNow, loadOnceFinished, reload } = await followed();
  const worker = install();
  write('Lord, I');
  updateNow();
  write('');
  loadOnceFinished();
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(worker.postMessage).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledOnce();
});

test('a held update waits for text of a screen being replaced, and is not reloaded over text of one that stays', async () => {
  const { takeControl, loadOnceFinished, reload } = await followed();
  write('Lord, I');
  takeControl();
  write('');
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  write('Lord, I');
  const stop = loadOnceFinished();
  vi.advanceTimersByTime(4000);
  expect(reload).not.toHaveBeenCalled();
  write('');
  vi.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalledOnce();
  stop?.();
});

test('an update accepted in another tab waits for unsent text in this one', async () => {
  const { takeControl, loadOnceFinished, reload } = await followed();
  write('Lord, I');
  takeControl();
  expect(reload).not.toHaveBeenCalled();
  write('  ');
  loadOnceFinished();
  expect(reload).toHaveBeenCalledOnce();
});

test('an open dialog is not interrupted', async () => {
  const { takeControl, reload } = await followed();
  document.body.innerHTML = '<dialog open></dialog>';
  takeControl();
  expect(reload).not.toHaveBeenCalled();
});
