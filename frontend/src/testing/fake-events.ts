/** A server-sent stream, for tests: what it tells and when it breaks is up to the test. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

export class FakeEvents {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  private readonly handlers = new Map<string, (event: { data: string }) => void>();

  constructor(readonly path: string) {
    opened.push(this);
  }

  addEventListener(name: string, handle: (event: { data: string }) => void) {
    this.handlers.set(name, handle);
  }

  close() {
    this.readyState = FakeEvents.CLOSED;
  }

  /** The server tells something. */
  tell(name: string, data: unknown) {
    act(() => {
      this.readyState = 1;
      this.onopen?.();
      this.handlers.get(name)?.({ data: JSON.stringify(data) });
    });
  }

  /** The stream breaks; `given up` is what an answer with an error does to it. */
  break(how: 'for a moment' | 'given up') {
    act(() => {
      this.readyState = how === 'given up' ? FakeEvents.CLOSED : 0;
      this.onerror?.();
    });
  }
}

let opened: FakeEvents[] = [];

/** Stands in for the browser's streams. The list grows with each one that is opened. */
export function fakeEvents(): FakeEvents[] {
  opened = [];
  vi.stubGlobal('EventSource', FakeEvents);
  return opened;
}
