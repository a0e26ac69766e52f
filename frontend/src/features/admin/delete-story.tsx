import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from './confirm-dialog';
import { ADMIN, deleteStory } from './queries';
import { SmallButton } from './small-button';
import { explain } from './states';
import { deletion } from './story-words';

interface DeleteStoryProps {
  id: string;
  onDeleted(id: string): void;
}

/** For a guest who asks for it: they have no account in which they could take their story back. */
export function DeleteStory({ id, onDeleted }: DeleteStoryProps) {
  const [asking, setAsking] = useState(false);
  const work = useMutation({
    mutationKey: [...ADMIN, 'delete'],
    mutationFn: () => deleteStory(id),
    onSuccess: () => onDeleted(id),
  });
  return (
    <div>
      <SmallButton
        look="quiet"
        className="-ml-3"
        aria-disabled={work.isPending}
        onClick={() => {
          if (!work.isPending) setAsking(true);
        }}
      >
        {work.isPending ? deletion.deleting : deletion.ask}
      </SmallButton>
      {work.error && (
        <Notice tone="danger" className="mt-3">
          {deletion.failed} {explain(work.error)}
        </Notice>
      )}
      {asking && (
        <ConfirmDialog
          title={deletion.title}
          confirm={deletion.confirm}
          look="danger"
          onConfirm={() => work.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{deletion.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
