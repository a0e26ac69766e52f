/** Uploads files with progress, which `fetch` does not support. */
import { ApiError } from './error';
import type { paths } from './schema';
import type { Answer } from './types';

type UploadPath = keyof paths & '/api/admin/uploads';

interface Sending {
  onSent(bytes: number): void;
  /** Aborts the upload. */
  signal: AbortSignal;
}

/** POSTs one file as a form field. A network failure rejects with a `TypeError`, as `fetch` does. */
export function sendFile<P extends UploadPath>(
  path: P,
  field: string,
  file: File,
  { onSent, signal }: Sending,
): Promise<Answer<P, 'post'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) =>
      // The event counts the multipart envelope too, so the value is capped at the file size.
      onSent(Math.min(file.size, Math.round((loaded / total) * file.size)));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(JSON.parse(request.responseText));
        return;
      }
      const retryAfter = request.getResponseHeader('Retry-After');
      reject(new ApiError(request.status, request.responseText || request.statusText, retryAfter));
    };
    const lost = () => reject(new TypeError('The file could not be sent.'));
    request.onerror = lost;
    request.onabort = lost;
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append(field, file, file.name);
    request.send(form);
  });
}
