import { useMutation } from '@tanstack/react-query';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { explain } from '../frame/states';
import { ADMIN, prayForTestimony } from '../queries';
import { praying as words } from './testimony-words';

/** The prayer team tells the author of a published testimony that somebody prayed. */
export function PrayForTestimony({ id }: { id: string }) {
  const prayed = useMutation({
    mutationKey: [...ADMIN, 'pray-for-testimony'],
    mutationFn: () => prayForTestimony(id),
  });
  if (prayed.isSuccess) {
    return (
      <p
        ref={takeLostFocus}
        tabIndex={-1}
        role="status"
        className="text-label text-muted outline-none"
      >
        {words.thanks}
      </p>
    );
  }
  return (
    <div>
      <SmallButton
        variant="outline"
        aria-disabled={prayed.isPending}
        onClick={() => {
          if (!prayed.isPending) prayed.mutate();
        }}
      >
        {words.pray}
      </SmallButton>
      <p className="mt-1.5 text-small text-muted">{words.hint}</p>
      {prayed.error && (
        <Notice tone="danger" className="mt-2">
          {words.failed} {explain(prayed.error)}
        </Notice>
      )}
    </div>
  );
}
