import { IconButton } from '@/ui/icon-button';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { sizeInWords } from '../words';
import { uploads as words } from './document-words';
import {
  dismissUpload,
  isUnfinished,
  retryUpload,
  startReading,
  type Upload,
  useUploads,
} from './upload-queue';

/** Uploads with their progress and result. */
export function UploadList() {
  const { uploads, round } = useUploads();
  return (
    <div className="mt-4 grid gap-2 empty:hidden">
      {uploads.length > 0 && (
        <ul aria-label={words.list} className="grid gap-2">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {round && round.stored > 0 && (
        <Notice icon="check">
          <strong className="block text-ink">{words.uploaded(round.stored)}</strong>
          {words.processing}
          {round.reading === 'started' && <span className="block">{words.started}</span>}
        </Notice>
      )}
      {round?.reading === 'failed' && (
        <Notice tone="danger">
          <strong className="block">{words.notStarted}</strong>
          <p>{words.notStartedText}</p>
          <SmallButton variant="outline" className="mt-3" onClick={() => startReading()}>
            {words.start}
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
          <SmallButton variant="outline" onClick={() => retryUpload(id)}>
            {words.tryAgain}
          </SmallButton>
        )}
        {!isUnfinished(upload) && (
          <IconButton
            icon="close"
            label={words.takeOff(file.name)}
            onClick={() => dismissUpload(id)}
            className="-mr-2 hover:bg-sunk"
          />
        )}
      </div>
      {state === 'sending' && (
        <progress
          aria-label={words.uploadOf(file.name)}
          value={sent}
          max={file.size}
          className="how-far my-1.5"
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
  if (state === 'waiting') return words.waiting(size);
  if (state === 'sending') return words.sending(sizeInWords(sent), size);
  if (state === 'unchanged') return words.unchanged;
  return words.done(size);
}
