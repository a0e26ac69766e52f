import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '@/lib/toasts';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { OnlyFor } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { Tag } from '../frame/tag';
import { ADMIN, deleteDocument, retryDocument } from '../queries';
import type { Document } from '../types';
import { counted, day, number, sizeInWords } from '../words';
import { DocumentPreview } from './document-preview';
import { documents as words } from './document-words';
import { EditDocument } from './edit-document';

const { pending, processing, completed, failed } = words.statuses;
const statuses = {
  pending: { text: pending, tone: 'quiet' },
  processing: { text: processing, tone: 'amber' },
  completed: { text: completed, tone: 'quiet' },
  failed: { text: failed, tone: 'danger' },
} as const satisfies Record<Document['status'], object>;

interface DocumentRowProps {
  file: Document;
  onDeleted(name: string): void;
}

/** One document: its processing state and the actions on it. */
export function DocumentRow({ file, onDeleted }: DocumentRowProps) {
  const { name, title, author, status, size, pages, addedAt, reason, waitsForStorage } = file;
  const [open, setOpen] = useState<'delete' | 'edit' | 'preview' | null>(null);
  const retry = useMutation({
    mutationKey: [...ADMIN, 'document'],
    mutationFn: () => retryDocument(name),
  });
  const removal = useMutation({
    mutationKey: [...ADMIN, 'document'],
    mutationFn: () => deleteDocument(name),
    onSuccess: () => {
      onDeleted(name);
      showToast({ title: words.deleted });
    },
  });
  const { text, tone } = statuses[status];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-field border border-line bg-surface px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>
          <Tag tone={tone}>{text}</Tag>
        </p>
        <p className="text-label wrap-anywhere text-ink">
          <bdi>{author ? words.by(title, author) : title}</bdi>
        </p>
        <p className="text-small text-muted">
          {[sizeInWords(size), pages !== null && counted(pages, 'page', 'pages')]
            .filter(Boolean)
            .join(', ')}
          {words.added}
          <time dateTime={addedAt}>{day(addedAt)}</time>
        </p>
        {status === 'processing' && <Reading file={file} />}
        {waitsForStorage && <p className="mt-1 text-label text-ink">{words.storageAway}</p>}
        {status === 'failed' && reason && (
          <p className="mt-1 wrap-anywhere text-danger">{reason}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'completed' && (
          <SmallButton
            variant="outline"
            aria-label={words.lookOf(name)}
            onClick={() => setOpen('preview')}
          >
            {words.look}
          </SmallButton>
        )}
        <OnlyFor least="moderator">
          {status !== 'failed' && (
            <SmallButton
              variant="outline"
              aria-label={words.editOf(name)}
              onClick={() => setOpen('edit')}
            >
              {words.edit}
            </SmallButton>
          )}
          {status === 'failed' && file.retryHelps && (
            <SmallButton
              variant="outline"
              aria-label={words.retryOf(name)}
              aria-disabled={retry.isPending}
              onClick={() => {
                if (!retry.isPending) retry.mutate();
              }}
            >
              {retry.isPending ? words.retrying : words.retry}
            </SmallButton>
          )}
          <SmallButton
            variant="danger"
            aria-label={words.deleteOf(name)}
            disabled={removal.isPending}
            onClick={() => setOpen('delete')}
          >
            {removal.isPending ? words.deleting : words.delete}
          </SmallButton>
        </OnlyFor>
      </div>
      {retry.error && (
        <Notice tone="danger" className="w-full">
          {around.notDone} {explain(retry.error)}
        </Notice>
      )}
      {removal.error && (
        <Notice tone="danger" className="w-full">
          <strong className="block">{words.notDeleted}</strong>
          {words.notDeletedText(name)}
        </Notice>
      )}
      {open === 'edit' && <EditDocument file={file} onClose={() => setOpen(null)} />}
      {open === 'preview' && <DocumentPreview file={file} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={words.askDelete}
          confirm={words.delete}
          variant="danger"
          onClose={() => setOpen(null)}
          onConfirm={() => removal.mutate()}
        >
          <span className="wrap-anywhere">{words.deleteText(name)}</span>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** The number of processed pages. The total is unknown before the first page. */
function Reading({ file: { name, pages, pagesRead } }: { file: Document }) {
  if (pages === null) return <p className="mt-1 text-label">{words.opening}</p>;
  return (
    <div className="mt-2 max-w-80">
      <progress
        aria-label={words.readingOf(name)}
        value={pagesRead}
        max={pages}
        className="how-far"
      />
      <p className="mt-1 text-label tabular-nums">{words.page(number(pagesRead), number(pages))}</p>
    </div>
  );
}
