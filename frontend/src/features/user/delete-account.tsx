import { useState } from 'react';
import type { Receipt, User } from '@/lib/api/types';
import { currentWords, useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Question } from '@/ui/question';
import { Card } from './card';
import { farewell } from './goodbye-words';
import { isSubscribed } from './plan';
import { deleteAccount } from './queries';
import { useFarewell } from './use-farewell';
import { leaving } from './words';

/** Account deletion, available in every state; it lists what is deleted first. */
export function DeleteAccount({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const words = useWords(leaving);
  return (
    <Card title={words.open}>
      <p className="mt-2">{words.text}</p>
      <Button variant="danger" className="mt-5" onClick={() => setAsking(true)}>
        {words.open}
      </Button>
      {asking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose(): void }) {
  const leave = useFarewell();
  const words = useWords(leaving);
  const done = async (receipt: Receipt) => {
    await leave({ receipt });
    // The page behind it says the rest.
    showToast({ title: currentWords(farewell).done });
  };
  return (
    <Question words={words.asks} act={deleteAccount} onDone={done} onClose={onClose}>
      <p className="mt-3">{words.atOnce}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-amber-text">
        {words.goes.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p className="mt-3">{isSubscribed(user) ? words.cancels : words.cancelsNothing}</p>
      {user.blocked && <p className="mt-3">{words.stays}</p>}
      <p className="mt-3 text-muted">{words.keepCopy}</p>
    </Question>
  );
}
