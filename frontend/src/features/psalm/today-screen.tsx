import { useState } from 'react';
import { dayInWords } from '@/lib/dates';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { PassageActions } from '@/ui/passage-actions';
import { ScenePassage } from '@/ui/scene-passage';
import { psalmCard } from './card-words';
import { usePsalm } from './psalm-at';
import { ReminderForm } from './reminder-form';
import { today } from './words';

/** The psalm of this hour on its own page, without an account and offline. */
export function TodayScreen() {
  const words = useWords(today);
  const titles = useWords(psalmCard).titles;
  // The psalm stays while it is read, whatever the clock says meanwhile.
  const [now] = useState(() => new Date());
  const hour = hourOf(now);
  const psalm = usePsalm(now);
  return (
    <ScenePassage title={titles[hour]} above={dayInWords(now)} hour={hour} passage={psalm}>
      <PassageActions passage={psalm} hour={hour} />
      <ReminderForm />
      <section className="mt-10 border-t border-line pt-8">
        <h2 className="display text-h3 text-ink">
          {hour === 'dusk' || hour === 'night' ? words.own : words.ownDay}
        </h2>
        <p className="mt-1.5 max-w-[36rem] text-muted">{words.ownText}</p>
        <ButtonLink to="/?new" icon="pen" variant="outline" className="mt-4">
          {words.tell}
        </ButtonLink>
      </section>
    </ScenePassage>
  );
}
