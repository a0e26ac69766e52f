import { useLanguage } from '@/lib/language';
import { languages } from '@/lib/remembered';
import { chooseLanguage } from './languages';

/** The other language, by its own name so that its speakers recognise it. */
export function LanguageSwitch({ className }: { className: string }) {
  const other = useLanguage() === 'en' ? 'es' : 'en';
  return (
    <button
      type="button"
      lang={other}
      onClick={() => chooseLanguage(other)}
      className={`inline-flex items-center text-muted hover:underline ${className}`}
    >
      {languages[other]}
    </button>
  );
}
