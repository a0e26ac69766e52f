import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';
import { useWords } from '@/lib/language';
import {
  chooseTranslation,
  translationNamed,
  translationsIn,
  useTranslation,
} from '@/lib/translation';
import { Notice } from '@/ui/notice';
import { Select } from '@/ui/select';
import { type Letter, versesQuery } from './queries';
import { result } from './result-words';

type Scripture = NonNullable<Letter['topic']>['scripture'];

interface TranslationPickerProps {
  scripture: Scripture;
  /** That of the letter. */
  language: string;
  /** Called with the same passage in the chosen translation. */
  onTranslated(scripture: Scripture): void;
}

/** The translation of this passage and of later ones. The choice stays on this device. */
export function TranslationPicker({ scripture, language, onTranslated }: TranslationPickerProps) {
  const words = useWords(result);
  const client = useQueryClient();
  const inEnglish = useTranslation();
  // In another language English is read beside a letter, and chosen for this letter alone.
  const isEnglish = language === 'en';
  const chosen = isEnglish ? inEnglish : translationNamed(scripture.translation);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  const choose = async (translation: string) => {
    setBusy(true);
    setFailed(false);
    try {
      const found = await client.fetchQuery(versesQuery(scripture.reference, translation, 0));
      if (isEnglish) chooseTranslation(translation);
      const text = found.verses.map((verse) => verse.text).join(' ');
      onTranslated({ ...scripture, text, translation: found.translation });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Select
        look="pill"
        label={words.translation}
        value={chosen}
        options={translationsIn(language)}
        isBusy={busy}
        onChange={(translation) => void choose(translation)}
      />
      {failed && (
        <Notice tone="danger" className="mt-3" ref={bringIntoView}>
          {words.notTranslated}
        </Notice>
      )}
    </>
  );
}
