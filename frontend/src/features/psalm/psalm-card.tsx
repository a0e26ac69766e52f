import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { languageOfTranslation } from '@/lib/translation';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { psalmCard } from './card-words';
import { usePsalm } from './psalm-at';

/** The beginning of the psalm of this hour; it leads to the psalm's page. */
export default function PsalmCard() {
  const words = useWords(psalmCard);
  const now = new Date();
  const hour = hourOf(now);
  const { reference, text, translation } = usePsalm(now);
  const lang = languageOfTranslation(translation);
  return (
    <Link
      to="/today"
      className="group flex h-full items-start gap-4.5 rounded-card bg-surface p-6 no-underline transition-shadow hover:shadow-lift rail:p-7"
    >
      <Icon
        name={hour === 'dusk' || hour === 'night' ? 'moon' : 'sun'}
        className="mt-1 size-7 text-amber-text"
      />
      <span className="min-w-0">
        <span className="block">
          <span className="display block text-h3 text-ink">{words.titles[hour]}</span>
          <span lang={lang} className="block text-label font-semibold text-amber-text">
            {reference}
          </span>
        </span>
        <span
          lang={lang}
          className="mt-1.5 line-clamp-2 font-serif text-[1.08rem] leading-[1.45] text-body"
        >
          {text}
        </span>
      </span>
    </Link>
  );
}
