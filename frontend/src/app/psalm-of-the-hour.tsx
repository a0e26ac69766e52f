import { Suspense } from 'react';
import { idle } from '@/lib/tasks';
import { optional } from './optional';

const PsalmCard = optional(async () => {
  await idle();
  return import('@/features/psalm/psalm-card');
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
