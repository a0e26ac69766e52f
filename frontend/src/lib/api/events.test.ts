import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeEvents } from '@/testing/fake-events';
import { listen } from './events';

beforeEach(() => {
  vi.useFakeTimers();
});

function start() {
  const streams = fakeEvents();
  const heard: unknown[] = [];
  const links: string[] = [];
  const stop = listen('/api/stream', {
    on: { news: (data) => heard.push(data) },
    onLink: (link) => links.push(link),
  });
  onTestFinished(stop);
  return { streams, heard, links, stop };
}

test('an event is delivered as parsed data', () => {
  const { streams, heard, links } = start();
  streams[0]?.tell('news', { page: 3 });
  expect(heard).toEqual([{ page: 3 }]);
  expect(links).toEqual(['open']);
});

test('a broken stream is left to the browser, which reconnects', () => {
  const { streams, links } = start();
  streams[0]?.break('for a moment');
  vi.advanceTimersByTime(60_000);
  expect(streams).toHaveLength(1);
  expect(links).toEqual(['lost']);
});

test('a refused stream is reopened with growing delays', () => {
  const { streams } = start();
  streams[0]?.break('given up');
  vi.advanceTimersByTime(1000);
  expect(streams).toHaveLength(2);
  streams[1]?.break('given up');
  vi.advanceTimersByTime(1999);
  expect(streams).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(streams).toHaveLength(3);
});

test('the stream reconnects at once when the network returns', () => {
  const { streams } = start();
  streams[0]?.break('given up');
  window.dispatchEvent(new Event('online'));
  expect(streams).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(streams).toHaveLength(2);
});

test('after unsubscribing no stream is opened', () => {
  const { streams, stop } = start();
  streams[0]?.break('given up');
  stop();
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('online'));
  expect(streams).toHaveLength(1);
  expect(streams[0]?.readyState).toBe(2);
});
