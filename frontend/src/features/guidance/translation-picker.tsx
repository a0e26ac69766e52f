import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { chooseTranslation, translations, useTranslation } from '@/lib/translation';
import { type Letter, versesQuery } from './queries';
import { result } from './result-words';

type Scripture = NonNullable<Letter['topic']>['scripture'];

interface TranslationPickerProps {
  scripture: Scripture;
  /** Called with the same passage in the chosen translation. */
  onTranslated(scripture: Scripture): void;
}

/** The translation of this passage and of later ones. The choice stays on this device. */
export function TranslationPicker({ scripture, onTranslated }: TranslationPickerProps) {
  const id = useId();
  const words = useWords(result);
  const client = useQueryClient();
  const chosen = useTranslation();
  const [busy, setBusy] = useState(false);

  const choose = async (translation: string) => {
    setBusy(true);
    try {
      const found = await client.fetchQuery(versesQuery(scripture.reference, translation, 0));
      chooseTranslation(translation);
      const text = found.verses.map((verse) => verse.text).join(' ');
      onTranslated({ ...scripture, text, translation: found.translation });
    } catch {
      showToast({ title: words.notTranslated, tone: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-label text-muted">
        {words.translation}
      </label>
      <select
        id={id}
        value={chosen}
        aria-busy={busy}
        onChange={(event) => void choose(event.target.value)}
        className="min-h-11 max-w-full rounded-full border border-line-strong bg-surface px-4 text-label text-body"
      >
        {translations.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
