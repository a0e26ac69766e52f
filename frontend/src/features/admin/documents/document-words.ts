/** Text of the staff pages about documents, during and after upload. English only. */
export const uploads = {
  intro:
    'Teaching documents. People with Premium read them in the library, and guidance quotes them with their title and page.',
  drop: 'Drop PDF files here, or',
  letGo: 'Let go to upload.',
  choose: 'Choose files',
  limits: 'PDF only, up to 100 MB each. Several at once are fine.',

  wrongType: (name: string) => `Invalid file type: ${name}. Only PDF files are allowed.`,
  tooLarge: (name: string) => `File too large: ${name}. Maximum size is 100MB.`,
  empty: (name: string) => `Empty file: ${name}. Please select a valid file.`,
  failed: 'Upload failed',
  unexpected: 'An unexpected error occurred. Please try again.',
  failedWith: (status: number) => `Upload failed with status ${status}`,
  uploaded: (count: number) => `${count} file(s) uploaded successfully!`,
  processing: 'Processing biblical content... This may take a few minutes.',
  started: 'Content processing started',
  notStarted: 'Processing failed to start',
  notStartedText: 'Files uploaded but automatic processing encountered an error.',
  start: 'Start processing',

  list: 'Uploads',
  tryAgain: 'Try again',
  takeOff: (name: string) => `Take ${name} off this list`,
  uploadOf: (name: string) => `Uploading ${name}`,
  waiting: (size: string) => `Waiting, ${size}`,
  sending: (sent: string, size: string) => `${sent} of ${size}`,
  unchanged: 'Unchanged: the same content is already here. Nothing was added.',
  done: (size: string) => `Uploaded, ${size}`,
  cutOff: (size: string) =>
    `The connection ended while ${size} were being sent. Please try again. If only large files fail, a proxy before this server may refuse their size.`,
  proxyTooSmall: (size: string) =>
    `Your proxy takes at most files below ${size}, so this one did not reach us. Set its limit for uploads to 101 MB; the README says how.`,
  sum: (parts: string[]) => parts.join(', '),
  sumFailed: (count: number) => `${count} failed`,
  sumOpen: (count: number) => `${count} on the way`,
  sumStored: (count: number) => `${count} uploaded`,
  sumUnchanged: (count: number) => `${count} unchanged`,
  finished: (count: number) => (count === 1 ? '1 finished file' : `${count} finished files`),
};

export const documents = {
  title: 'Documents',
  what: 'The documents',
  interrupted:
    'Live updates are interrupted, so this list may be out of date. We keep trying to connect.',
  none: 'No documents yet. The first one you upload will appear here.',
  statuses: {
    pending: 'Pending',
    processing: 'Processing',
    completed: 'Completed',
    failed: 'Failed',
  },
  added: ', added ',
  opening: 'Opening the file…',
  storageAway:
    'The file storage is not responding. This will continue on its own as soon as it does.',
  readingOf: (name: string) => `Reading ${name}`,
  page: (page: string, pages: string) => `page ${page} of ${pages}`,
  retry: 'Retry',
  retryOf: (name: string) => `Retry ${name}`,
  retrying: 'Retrying…',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleting: 'Deleting…',
  askDelete: 'Delete this document?',
  deleteText: (name: string) =>
    `“${name}” will be removed from the library and from guidance. This cannot be undone.`,
  deleted: 'File deleted',
  notDeleted: 'Delete failed',
  notDeletedText: (name: string) => `Could not delete ${name}. Please try again.`,
};
