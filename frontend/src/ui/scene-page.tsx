import type { ReactNode } from 'react';
import { hourOf } from '@/lib/hour';
import { nearWater } from './light';
import { StillWater } from './still-water';

interface ScenePageProps {
  title: string;
  /** In the sky below the title. */
  children?: ReactNode;
  /** The actions, on the water. */
  action: ReactNode;
}

/** A full-screen scene: a short text in the sky, the actions on the water. */
export function ScenePage({ title, children, action }: ScenePageProps) {
  const hour = hourOf(new Date());
  return (
    <section
      className="on-scene relative flex min-h-[calc(100dvh-68px)] flex-col overflow-hidden text-white rail:mx-6 rail:min-h-[calc(100dvh-96px)] rail:rounded-card"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="scene" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[44rem] flex-1 flex-col items-center px-6 pt-[clamp(5.5rem,14vh,9rem)] pb-10 text-center">
        <h1 className="display text-h1 text-balance sm:text-display">{title}</h1>
        {children && <p className="mt-4 max-w-[30rem] text-lead text-balance">{children}</p>}
        <div className="mt-auto flex w-full flex-wrap justify-center gap-3.5 pt-64 max-sm:*:w-full">
          {action}
        </div>
      </div>
    </section>
  );
}
