/** Mocks `XMLHttpRequest` uploads: the test controls progress and outcome. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

export class FakeUpload {
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  method = '';
  path = '';
  form: FormData | null = null;

  open(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  getResponseHeader() {
    return null;
  }

  send(form: FormData) {
    this.form = form;
    sent.push(this);
  }

  abort() {
    this.onabort?.();
  }

  /** Reports progress. */
  progress(loaded: number, total: number) {
    act(() => this.upload.onprogress?.({ loaded, total }));
  }

  /** Responds. */
  async answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    await act(async () => this.onload?.());
  }

  /** Fails the network. */
  async lose() {
    await act(async () => this.onerror?.());
  }
}

let sent: FakeUpload[] = [];

/** Replaces `XMLHttpRequest`. The list grows with each upload. */
export function fakeUploads(): FakeUpload[] {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return sent;
}
