import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import type { Letter } from './queries';

type Language = NonNullable<Letter['unreadLanguage']>;

const link =
  'inline-flex min-h-11 items-center font-semibold text-water underline underline-offset-4';

/** Says, in the language of the words, that guidance does not read it well, and what works. */
export function UnreadLanguage({ language }: { language: Language }) {
  const { lang, dir, text, choose, help } = language;
  return (
    <Notice className="no-print mb-6">
      <div lang={lang} dir={dir}>
        <p>{text}</p>
        <p className="mt-1 flex flex-wrap gap-x-5">
          <Link to="/" className={link}>
            {choose}
          </Link>
          <Link to="/instant-support" className={link}>
            {help}
          </Link>
        </p>
      </div>
    </Notice>
  );
}
