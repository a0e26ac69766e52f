/** Browser APIs that jsdom lacks and every screen needs. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// jsdom knows the `<dialog>` element, but not its modal behaviour.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};
window.scrollTo = () => {};
window.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;

// The wait for a state, long enough for a busy machine.
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
// Files share a document (see vite.config.ts): each test leaves it as it found it.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
  document.documentElement.hidden = false;
  window.history.replaceState(null, '', '/');
});
