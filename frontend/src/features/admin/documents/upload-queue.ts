/**
 * The upload queue, which sends one document at a time. It is module state: changing the tab must not abort an upload
 * of a hundred megabytes.
 */
import { useSyncExternalStore } from 'react';
import { type ApiError, isApiError } from '@/lib/api/error';
import { showToast } from '@/lib/toasts';
import { ingestDocuments, uploadDocument } from '../queries';
import { sizeInWords } from '../words';
import { uploads as words } from './document-words';

const MAX_FILE_SIZE = 100 * 1024 * 1024;
/** Every proxy takes this much: the least limit in use is that of nginx. */
const SMALL_FILE_SIZE = 1024 * 1024;

export interface Upload {
  id: number;
  file: File;
  sent: number;
  state: 'waiting' | 'sending' | 'stored' | 'unchanged' | 'failed' | 'refused';
  /** The error, if it failed. */
  problem: string | null;
}

/** The result of the last batch: how many uploads arrived, and whether processing started. */
interface Round {
  stored: number;
  reading: 'starting' | 'started' | 'failed';
}

interface Queue {
  uploads: readonly Upload[];
  round: Round | null;
}

let queue: Queue = { uploads: [], round: null };
let nextId = 1;
let running: AbortController | null = null;
const listeners = new Set<() => void>();

export const useUploads = () => useSyncExternalStore(subscribe, () => queue);

/** Validates each file and uploads the valid ones. */
export function addUploads(files: Iterable<File>): void {
  const added = [...files].map((file): Upload => {
    const problem = problemOf(file);
    return { id: nextId++, file, sent: 0, state: problem ? 'refused' : 'waiting', problem };
  });
  set({ uploads: [...queue.uploads.filter(isUnfinished), ...added], round: null });
  void sendAll();
}

/** Retries a failed upload. */
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', sent: 0, problem: null });
  void sendAll();
}

export function dismissUpload(id: number): void {
  set({ ...queue, uploads: queue.uploads.filter((one) => one.id !== id) });
}

/** Asks the server to process the uploads, and reports the result. */
export async function startReading(begun = ingested()): Promise<void> {
  report({ reading: 'starting' });
  if (await begun) {
    report({ reading: 'started' });
    showToast({ title: words.started });
    return;
  }
  report({ reading: 'failed' });
  showToast({ title: words.notStarted, description: words.notStartedText, tone: 'destructive' });
}

/** Aborts and clears the queue, as after signing out. */
export function emptyUploads(): void {
  running?.abort();
  running = null;
  set({ uploads: [], round: null });
}

async function sendAll(): Promise<void> {
  if (running) return;
  const run = new AbortController();
  running = run;
  window.addEventListener('beforeunload', askBeforeLeaving);
  let stored = 0;
  let begun = Promise.resolve(false);
  for (let next = firstWaiting(); next && !run.signal.aborted; next = firstWaiting()) {
    if (!(await send(next, run.signal))) continue;
    stored += 1;
    // Arrived files are processed while the next one is uploading.
    begun = ingested();
  }
  window.removeEventListener('beforeunload', askBeforeLeaving);
  if (run.signal.aborted) return;
  running = null;
  if (stored === 0) return;
  set({ ...queue, round: { stored, reading: 'starting' } });
  showToast({ title: words.uploaded(stored), description: words.processing });
  await startReading(begun);
}

/** Uploads one file; returns whether the server stored it as new. */
async function send({ id, file }: Upload, signal: AbortSignal): Promise<boolean> {
  change(id, { state: 'sending' });
  try {
    const { files } = await uploadDocument(file, {
      onSent: (sent) => change(id, { sent }),
      signal,
    });
    const unchanged = files[0]?.unchanged ?? false;
    change(id, { state: unchanged ? 'unchanged' : 'stored', sent: file.size });
    return !unchanged;
  } catch (error) {
    if (signal.aborted) return false;
    const problem = reasonOf(error, file);
    change(id, { state: mayHelpToRetry(error) ? 'failed' : 'refused', problem });
    showToast({ title: words.failed, description: problem, tone: 'destructive' });
    return false;
  }
}

const ingested = () =>
  ingestDocuments().then(
    () => true,
    () => false,
  );

function problemOf({ name, size }: File): string | null {
  if (!name.toLowerCase().endsWith('.pdf')) return words.wrongType(name);
  if (size > MAX_FILE_SIZE) return words.tooLarge(name);
  if (size === 0) return words.empty(name);
  return null;
}

function reasonOf(error: unknown, { size }: File): string {
  if (!isApiError(error)) {
    return size > SMALL_FILE_SIZE ? words.cutOff(sizeInWords(size)) : words.unexpected;
  }
  if (isOfProxy(error)) return words.proxyTooSmall(sizeInWords(size));
  const [field] = Object.values(error.fields);
  return field ?? error.humanMessage ?? words.failedWith(error.status);
}

/** Whether a proxy refused the size: our own refusal has a code. */
const isOfProxy = (error: ApiError) => error.status === 413 && error.code === null;

/** Whether the same file can be accepted later: not if it was refused for what it is. */
const mayHelpToRetry = (error: unknown) =>
  !isApiError(error) || (error.status !== 413 && error.status !== 422);

const firstWaiting = () => queue.uploads.find(({ state }) => state === 'waiting');

export const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'sending';

function change(id: number, next: Partial<Upload>) {
  const uploads = queue.uploads.map((one) => (one.id === id ? { ...one, ...next } : one));
  set({ ...queue, uploads });
}

function report(next: Pick<Round, 'reading'>) {
  set({ ...queue, round: { stored: 0, ...queue.round, ...next } });
}

function set(next: Queue) {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
