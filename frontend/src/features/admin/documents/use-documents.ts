/** The list of documents: loaded once, then updated by server-sent events. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Link, listen } from '@/lib/api/events';
import { DOCUMENT_EVENTS, documentsQuery } from '../queries';
import type { Document } from '../types';
import { documents as words } from './document-words';

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
    // Only status changes are announced; every page would be too much.
    if (before?.status !== file.status) setSaid(`${file.name}: ${file.status}`);
    else if (file.waitsForStorage && !before.waitsForStorage)
      setSaid(`${file.name}: ${words.storageAway}`);
    write((all) =>
      before ? all.map((one) => (one.name === file.name ? file : one)) : [file, ...all],
    );
  });
  const onLink = useEffectEvent((next: Link) => {
    setLink(next);
    // If the session has ended, this request finds out.
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
    /** Removes a document from the list before the event of its deletion arrives. */
    forget,
  };
}
