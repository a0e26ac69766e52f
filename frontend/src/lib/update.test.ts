import { beforeEach, expect, test, vi } from 'vitest';
import { fakeWorkers } from '@/testing/fake-workers';

const clock = { start: vi.fn() };
vi.mock('./update-clock', () => ({ startUpdateClock: (check: () => void) => clock.start(check) }));

/** The module keeps the version it knows of: each test has one of its own. */
async function followed(workers = fakeWorkers()) {
  vi.resetModules();
  const { page } = await import('./page');
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const update = await import('./update');
  await update.followUpdates(workers.container);
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

test('the worker is registered past every cache, and the clock asks it', async () => {
  const { container, registration } = await followed();
  expect(container.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' });
  clock.start.mock.lastCall?.[0]();
  expect(registration.update).toHaveBeenCalled();
});

test('the first worker of a page is no update', async () => {
  const { install, takeControl, reload } = await followed(fakeWorkers({ controlled: false }));
  install();
  takeControl();
  expect(reload).not.toHaveBeenCalled();
});

test('Update Now lets the waiting version take over, and then the page loads again', async () => {
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

test('a version that nothing stood in the way of needs no leave: the page loads it', async () => {
  const { install, updateNow, reload } = await followed();
  const worker = install();
  worker.state = 'activated';
  updateNow();
  expect(worker.postMessage).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

test('the worker’s RELOAD loads the page again, once', async () => {
  const { tell, takeControl, reload } = await followed();
  tell({ type: 'RELOAD' });
  takeControl();
  expect(reload).toHaveBeenCalledOnce();
});

test('while somebody writes nothing is loaded; when they have finished, it is', async () => {
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

test('a version that was asked and does not follow is loaded with the page', async () => {
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

test('words of a screen that is still going are waited for, those of a screen that stays are not', async () => {
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

test('another tab’s update waits for the words in this one', async () => {
  const { takeControl, loadOnceFinished, reload } = await followed();
  write('Lord, I');
  takeControl();
  expect(reload).not.toHaveBeenCalled();
  write('  ');
  loadOnceFinished();
  expect(reload).toHaveBeenCalledOnce();
});

test('an open dialog is not torn away', async () => {
  const { takeControl, reload } = await followed();
  document.body.innerHTML = '<dialog open></dialog>';
  takeControl();
  expect(reload).not.toHaveBeenCalled();
});
