import { type ComponentType, useState } from 'react';
import type { Hour } from '@/lib/hour';
import { useLanguageOf, useWords } from '@/lib/language';
import type { Passage } from '@/lib/passage';
import { languageOfTranslation } from '@/lib/translation';
import { Button } from './button';
import { Listen } from './listen';
import { passageWords } from './passage-words';

/** What every part that opens over a passage is given. */
export interface PassagePart {
  passage: Passage;
  hour: Hour;
  /** The letter's prayer, a line each. */
  prayer: string | null;
  /** The language of the prayer. */
  lang: string;
  onClose(): void;
}

type Load = () => Promise<{ default: ComponentType<PassagePart> }>;
const pray: Load = () => import('./quiet-minutes');
const send: Load = () => import('./send-passage');

interface PassageActionsProps {
  passage: Passage;
  hour: Hour;
  prayer?: string | null;
  /** What *Listen* reads aloud; by default the passage. */
  text?: string;
  /** The language of that text; by default that of the passage. */
  lang?: string;
  className?: string;
}

/** What can be done with a passage: pray with it, send it, hear it. Each part loads when it is asked for. */
export function PassageActions({
  passage,
  hour,
  prayer = null,
  text = `${passage.text}\n${passage.reference}`,
  lang = languageOfTranslation(passage.translation),
  className = 'mt-7',
}: PassageActionsProps) {
  const words = useWords(passageWords);
  const [Part, setPart] = useState<ComponentType<PassagePart> | null>(null);
  const [failed, setFailed] = useState(false);
  const open = (load: Load) => {
    setFailed(false);
    load().then(
      (part) => setPart(() => part.default),
      () => setFailed(true),
    );
  };
  return (
    <div
      lang={useLanguageOf(passageWords)}
      className={`no-print flex flex-wrap gap-3 max-sm:*:w-full ${className}`}
    >
      <Button onClick={() => open(pray)}>{words.pray}</Button>
      <Button variant="outline" icon="share" onClick={() => open(send)}>
        {words.send}
      </Button>
      <Listen text={text} lang={lang} />
      {failed && (
        <p role="alert" className="w-full text-label font-semibold text-danger">
          {words.notOpened}
        </p>
      )}
      {Part && (
        <Part
          passage={passage}
          hour={hour}
          prayer={prayer}
          lang={lang}
          onClose={() => setPart(null)}
        />
      )}
    </div>
  );
}
