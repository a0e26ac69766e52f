import type { ReactNode } from 'react';
import { useLanguage } from '@/lib/language';

/** Marks translated text inside an English screen with `lang`. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <div lang={useLanguage()} className="contents">
      {children}
    </div>
  );
}
