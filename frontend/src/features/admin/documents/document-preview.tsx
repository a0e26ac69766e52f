import { useQuery } from '@tanstack/react-query';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Failed, Loading } from '../frame/states';
import { previewQuery } from '../queries';
import type { Document } from '../types';
import { documents as words } from './document-words';

interface DocumentPreviewProps {
  file: Document;
  onClose(): void;
}

/** The first pages of a document and its headings, as they were read. */
export function DocumentPreview({ file, onClose }: DocumentPreviewProps) {
  const { data, error, refetch } = useQuery(previewQuery(file.name));
  return (
    <Dialog
      title={<span className="wrap-anywhere">{words.lookTitle(file.title)}</span>}
      onClose={onClose}
      className="max-w-[46rem]"
      footer={
        <Button variant="outline" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {!data && !error && <Loading />}
      {error && <Failed what={words.lookFailed} error={error} onRetry={refetch} />}
      {data?.pages.length === 0 && <p className="mt-2 text-muted">{words.lookEmpty}</p>}
      {data && data.pages.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold text-ink">{words.contents}</h3>
          {data.headings.length === 0 && <p className="text-muted">{words.noContents}</p>}
          <ol className="grid max-h-56 gap-1 overflow-y-auto">
            {data.headings.map(({ title, level, page }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two headings may be equal, and none moves
              <li key={index} style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
                <bdi className="wrap-anywhere">{title}</bdi>{' '}
                <span className="text-muted">{words.lookPage(page)}</span>
              </li>
            ))}
          </ol>
          {data.pages.map(({ page, text }) => (
            <section key={page} className="mt-5">
              <h3 className="font-semibold text-ink">{words.lookPage(page)}</h3>
              <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere text-body">
                {text}
              </p>
            </section>
          ))}
        </>
      )}
    </Dialog>
  );
}
