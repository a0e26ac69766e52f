import { useEffect } from 'react';
import { Notice } from '@/ui/notice';
import { NotFor, OnlyFor } from '../frame/role';
import { roles } from '../frame/role-words';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, Failed, Loading } from '../frame/states';
import { counted } from '../words';
import { DocumentRow } from './document-row';
import { uploads, documents as words } from './document-words';
import { DropZone } from './drop-zone';
import { UploadList } from './upload-list';
import { addUploads, useUploads } from './upload-queue';
import { useDocuments } from './use-documents';

/** The documents for library and guidance: upload, processing state, and actions. */
export function DocumentsTab() {
  const documents = useDocuments();
  const { files, error, refetch, link } = documents;
  const failures = useUploads().uploads.filter(({ state }) => state === 'failed').length;

  // A failed upload may mean that the session has ended: this request finds out.
  useEffect(() => {
    if (failures > 0) void refetch();
  }, [failures, refetch]);

  return (
    <>
      <h2 className="display text-h2 text-ink">{around.tabs.uploads}</h2>
      <p className="mt-1 max-w-[42rem] text-muted">{uploads.intro}</p>
      <OnlyFor least="moderator">
        <DropZone onFiles={addUploads} />
        <UploadList />
      </OnlyFor>
      <NotFor least="moderator">{roles.documents}</NotFor>
      <h3 className="display mt-8 mb-3 text-h3 text-ink">
        {words.title}
        {files && files.length > 0 && <Count count={files.length} />}
      </h3>
      {link === 'lost' && (
        <Notice icon="offline" className="mb-3">
          {words.interrupted}
          <SmallButton variant="quiet" className="-my-2 ml-1" onClick={() => refetch()}>
            {around.lookAgain}
          </SmallButton>
        </Notice>
      )}
      <p role="status" className="sr-only">
        {documents.said}
      </p>
      {!files && !error && <Loading />}
      {!files && error && <Failed what={words.what} error={error} onRetry={refetch} />}
      {files?.length === 0 && <Empty>{words.none}</Empty>}
      {files && files.length > 0 && (
        <ul aria-label={words.title} className="grid gap-2">
          {files.map((file) => (
            <DocumentRow key={file.name} file={file} onDeleted={documents.forget} />
          ))}
        </ul>
      )}
    </>
  );
}

const Count = ({ count }: { count: number }) => (
  <span className="ml-3 font-sans text-label text-muted">{counted(count, 'file', 'files')}</span>
);
