import { IconButton } from '@/ui/icon-button';
import { Notice } from '@/ui/notice';
import { SmallButton } from './small-button';
import {
  dismissUpload,
  isUnfinished,
  PROCESSING,
  READING_FAILED,
  READING_FAILED_TEXT,
  retryUpload,
  startReading,
  type Upload,
  uploadedInWords,
  useUploads,
} from './upload-queue';
import { sizeInWords } from './words';

/** What is on its way, how far it is, and what came of it. */
export function UploadList() {
  const { uploads, round } = useUploads();
  return (
    <div className="mt-4 grid gap-2 empty:hidden">
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="grid gap-2">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {round && round.stored > 0 && (
        <Notice icon="check">
          <strong className="block text-ink">{uploadedInWords(round.stored)}</strong>
          {PROCESSING}
          {round.reading === 'started' && <span className="block">Content processing started</span>}
        </Notice>
      )}
      {round?.reading === 'failed' && (
        <Notice tone="danger">
          <strong className="block">{READING_FAILED}</strong>
          {READING_FAILED_TEXT}
          <SmallButton look="outline" className="mt-3 flex" onClick={() => startReading()}>
            Start processing
          </SmallButton>
        </Notice>
      )}
    </div>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, sent, state, problem } = upload;
  return (
    <li className="rounded-field border border-line bg-surface px-5 py-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere text-ink">
          <bdi>{file.name}</bdi>
        </p>
        {state === 'failed' && (
          <SmallButton look="outline" onClick={() => retryUpload(id)}>
            Try again
          </SmallButton>
        )}
        {!isUnfinished(upload) && (
          <IconButton
            icon="close"
            label={`Take ${file.name} off this list`}
            onClick={() => dismissUpload(id)}
            className="-mr-2 hover:bg-sunk"
          />
        )}
      </div>
      {state === 'sending' && (
        <progress
          aria-label={`Upload of ${file.name}`}
          value={sent}
          max={file.size}
          className="mt-1 block h-2 w-full accent-water"
        />
      )}
      <p
        role={problem ? 'alert' : undefined}
        className={`text-label wrap-anywhere ${problem ? 'text-danger' : 'text-muted'}`}
      >
        {problem ?? progressOf(upload)}
      </p>
    </li>
  );
}

function progressOf({ state, sent, file }: Upload): string {
  const size = sizeInWords(file.size);
  if (state === 'waiting') return `Waiting, ${size}`;
  if (state === 'sending') return `${sizeInWords(sent)} of ${size}`;
  if (state === 'unchanged')
    return 'Unchanged: the same content is here already. Nothing was added.';
  return `Uploaded, ${size}`;
}
