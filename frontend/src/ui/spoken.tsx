import type { ReactNode } from 'react';
import { useLanguage } from '@/lib/language';

/** Words that stand in every language of ours, where the screen around them is in English and says so. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <div lang={useLanguage()} className="contents">
      {children}
    </div>
  );
}
