/** The documents as they are now: loaded once, and told of by the server from then on. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Link, listen } from '@/lib/api/events';
import { DOCUMENT_EVENTS, documentsQuery } from './queries';
import type { Document } from './types';
import { documents as words } from './upload-words';

export function useDocuments() {
  const client = useQueryClient();
  const documents = useQuery({ ...documentsQuery, refetchOnMount: 'always' });
  const [link, setLink] = useState<Link>('open');
  const [said, setSaid] = useState('');

  const write = (next: (files: Document[]) => Document[]) =>
    client.setQueryData(documentsQuery.queryKey, (before) => ({
      files: next(before?.files ?? []),
    }));

  const forget = (name: string) => write((all) => all.filter((one) => one.name !== name));
  const onFile = useEffectEvent((file: Document) => {
    const files = client.getQueryData(documentsQuery.queryKey)?.files ?? [];
    const before = files.find(({ name }) => name === file.name);
    // Every page would be too much to listen to; each new status is not.
    if (before?.status !== file.status) setSaid(`${file.name}: ${file.status}`);
    else if (file.waitsForStorage && !before.waitsForStorage)
      setSaid(`${file.name}: ${words.storageAway}`);
    write((all) =>
      before ? all.map((one) => (one.name === file.name ? file : one)) : [file, ...all],
    );
  });
  const onLink = useEffectEvent((next: Link) => {
    setLink(next);
    // If the session is over, this call is what finds out.
    if (next === 'lost') void documents.refetch();
  });

  const onFiles = useEffectEvent((files: Document[]) => write(() => files));
  const onRemoved = useEffectEvent(forget);

  useEffect(
    () =>
      listen(DOCUMENT_EVENTS, {
        on: {
          files: (data) => onFiles((data as { files: Document[] }).files),
          file: (data) => onFile(data as Document),
          removed: (data) => onRemoved((data as { name: string }).name),
        },
        onLink,
      }),
    [],
  );

  return {
    files: documents.data?.files,
    error: documents.error,
    refetch: documents.refetch,
    link,
    said,
    /** Takes a document from the list before the server tells that it is gone. */
    forget,
  };
}
