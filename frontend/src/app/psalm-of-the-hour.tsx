import { Suspense } from 'react';
import { idle } from '@/lib/tasks';
import { optional } from './optional';
import { screenWords } from './screens';

const PsalmCard = optional(async () => {
  await idle();
  const [card] = await Promise.all([import('@/features/psalm/psalm-card'), screenWords()]);
  return card;
});

/** The card with the psalm of this hour. It loads after the first picture; its place is kept, so that nothing moves. */
export const PsalmOfTheHour = ({ className = '' }: { className?: string }) => (
  <div className={`min-h-[9.65rem] rail:min-h-[10.1rem] ${className}`}>
    <Suspense
      fallback={
        <div className="h-full min-h-[9.65rem] rail:min-h-[10.1rem] rounded-card bg-surface" />
      }
    >
      <PsalmCard />
    </Suspense>
  </div>
);
