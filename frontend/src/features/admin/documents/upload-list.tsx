import { Icon } from '@/ui/icon';
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
  const open = [...uploads.filter(hasFailed), ...uploads.filter(isUnfinished)];
  const finished = uploads.filter((upload) => !hasFailed(upload) && !isUnfinished(upload));
  return (
    <div className="mt-4 grid gap-2 empty:hidden">
      {uploads.length > 1 && <p className="text-label text-ink">{sumOf(uploads)}</p>}
      {open.length > 0 && (
        <ul aria-label={words.list} className="grid gap-2">
          {open.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {finished.length > 0 && <Finished uploads={finished} />}
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

const hasFailed = ({ state }: Upload) => state === 'failed' || state === 'refused';

/** What became of all files, in one line. */
function sumOf(uploads: readonly Upload[]): string {
  const count = (is: (upload: Upload) => boolean) => uploads.filter(is).length;
  const parts: [number, (count: number) => string][] = [
    [count(hasFailed), words.sumFailed],
    [count(isUnfinished), words.sumOpen],
    [count(({ state }) => state === 'stored'), words.sumStored],
    [count(({ state }) => state === 'unchanged'), words.sumUnchanged],
  ];
  return words.sum(parts.filter(([number]) => number > 0).map(([number, say]) => say(number)));
}

/** Files that are done. Several are folded. */
function Finished({ uploads }: { uploads: readonly Upload[] }) {
  const list = (
    <ul aria-label={words.finished(uploads.length)} className="grid gap-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
  if (uploads.length === 1) return list;
  return (
    <details className="group">
      <summary className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 text-label font-semibold text-water hover:underline">
        {words.finished(uploads.length)}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      {list}
    </details>
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
