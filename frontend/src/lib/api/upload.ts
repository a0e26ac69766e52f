/** Sends files, and tells how many bytes have left: the one thing that `fetch` cannot do. */
import { ApiError } from './error';
import type { paths } from './schema';
import type { Answer } from './types';

type UploadPath = keyof paths & '/api/admin/uploads';

interface Sending {
  onSent(bytes: number): void;
  /** Stops it. */
  signal: AbortSignal;
}

/** POSTs one file in a form's field. A network that fails rejects with a `TypeError`, as `fetch` does. */
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
      // The form around the file is counted too; nobody has sent more than the file.
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
