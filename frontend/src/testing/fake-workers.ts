/** Mocks service workers, which jsdom lacks. */
import { vi } from 'vitest';

class FakeWorker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
}

export function fakeWorkers({ controlled = true } = {}) {
  const registration = Object.assign(new EventTarget(), {
    active: controlled ? new FakeWorker() : null,
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    update: vi.fn(() => Promise.resolve()),
  });
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: vi.fn(() => Promise.resolve(registration)),
  });

  const installed = () => Object.assign(new FakeWorker(), { state: 'installed' });
  return {
    container: container as unknown as ServiceWorkerContainer,
    registration,
    /** Adds a version that waited before the page opened. */
    waitAlready() {
      registration.waiting = installed();
      return registration.waiting;
    },
    /** Installs a new version. */
    install() {
      const worker = new FakeWorker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      worker.state = 'installed';
      worker.dispatchEvent(new Event('statechange'));
      return worker;
    },
    takeControl: () => container.dispatchEvent(new Event('controllerchange')),
    tell: (data: unknown) => container.dispatchEvent(new MessageEvent('message', { data })),
  };
}
