/** Mocks `EventSource`: the test sends events and breaks the stream. */
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

  /** Sends an event. */
  tell(name: string, data: unknown) {
    act(() => {
      this.readyState = 1;
      this.onopen?.();
      this.handlers.get(name)?.({ data: JSON.stringify(data) });
    });
  }

  /** Breaks the stream; `given up` is its state after an error response. */
  break(how: 'for a moment' | 'given up') {
    act(() => {
      this.readyState = how === 'given up' ? FakeEvents.CLOSED : 0;
      this.onerror?.();
    });
  }
}

let opened: FakeEvents[] = [];

/** Replaces `EventSource`. The list grows with each opened stream. */
export function fakeEvents(): FakeEvents[] {
  opened = [];
  vi.stubGlobal('EventSource', FakeEvents);
  return opened;
}
