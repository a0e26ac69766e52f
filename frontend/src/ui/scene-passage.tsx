import type { ReactNode } from 'react';
import type { Hour } from '@/lib/hour';
import type { Passage } from '@/lib/passage';
import { nearWater } from './light';
import { useTitle } from './page';
import { Scripture } from './scripture';
import { StillWater } from './still-water';

interface ScenePassageProps {
  title: string;
  /** A line above the title. */
  above: string;
  hour: Hour;
  passage: Passage | null;
  /** Below the passage. */
  children: ReactNode;
}

/** A page for one passage: the title in the sky, the passage on the water. */
export function ScenePassage({ title, above, hour, passage, children }: ScenePassageProps) {
  useTitle(title);
  return (
    <article className="mx-auto max-w-[68rem] pb-14 rail:px-6">
      <div
        className="on-scene relative overflow-hidden px-6 pt-[4.8rem] pb-24 text-white md:px-10 rail:rounded-card rail:pt-10 rail:pb-28"
        style={{ backgroundColor: nearWater(hour) }}
      >
        <StillWater
          hour={hour}
          id="passage-scene"
          className="absolute inset-x-0 top-0 h-[calc(100%+110px)] w-full"
        />
        <p className="relative font-serif text-lead">{above}</p>
        <h1 className="display relative max-w-[18ch] text-[clamp(1.9rem,8.9vw,2.1rem)] leading-[1.12] sm:text-display">
          {title}
        </h1>
      </div>
      <div className="relative -mt-10 rounded-t-[36px] bg-page px-6 pt-8 md:px-10 rail:mx-10 rail:pt-10">
        {passage && (
          <Scripture
            passage={passage}
            className={passage.text.length > 420 ? 'text-h3' : 'text-[1.5rem] sm:text-h2'}
          />
        )}
        {children}
      </div>
    </article>
  );
}
