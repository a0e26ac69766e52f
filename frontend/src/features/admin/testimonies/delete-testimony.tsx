import { useState } from 'react';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { SmallButton } from '../frame/small-button';
import { deletion } from './testimony-words';
import type { Moderation } from './use-moderation';

interface DeleteTestimonyProps {
  id: string;
  moderation: Moderation;
}

/** Deletion at the request of a guest, who has no account to withdraw the testimony from. */
export function DeleteTestimony({ id, moderation }: DeleteTestimonyProps) {
  const { deleting, remove } = moderation;
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <SmallButton
        variant="quiet"
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
          variant="danger"
          onConfirm={() => remove(id)}
          onClose={() => setAsking(false)}
        >
          <p>{deletion.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
