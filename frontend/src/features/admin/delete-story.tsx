import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { SmallButton } from './small-button';
import { deletion } from './story-words';
import type { Moderation } from './use-moderation';

interface DeleteStoryProps {
  id: string;
  moderation: Moderation;
}

/** For a guest who asks for it: they have no account in which they could take their story back. */
export function DeleteStory({ id, moderation }: DeleteStoryProps) {
  const { deleting, remove } = moderation;
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <SmallButton
        look="quiet"
        className="-ml-3"
        aria-disabled={deleting !== null}
        onClick={() => {
          if (deleting === null) setAsking(true);
        }}
      >
        {deleting === id ? deletion.deleting : deletion.ask}
      </SmallButton>
      {asking && (
        <ConfirmDialog
          title={deletion.title}
          confirm={deletion.confirm}
          look="danger"
          onConfirm={() => remove(id)}
          onClose={() => setAsking(false)}
        >
          <p>{deletion.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
