import { type ReactNode, useEffect } from 'react';
import { appName } from '@/lib/product';

/** Names the document after the screen, for the tab, the history and screen readers. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${appName()}` : appName();
  }, [title]);
}

interface PageProps {
  title: string;
  children: ReactNode;
  intro?: ReactNode;
  /** Stands above the title: a way back, *Leave quickly*. */
  above?: ReactNode;
  /** How wide the column is: a text to read, or cards side by side. */
  width?: 'text' | 'cards';
}

/** A plain screen: one heading, one column. */
export function Page({ title, intro, above, children, width = 'text' }: PageProps) {
  useTitle(title);
  return (
    <div
      className={`mx-auto px-6 pt-4 pb-16 rail:px-10 ${width === 'text' ? 'max-w-[46rem]' : 'max-w-[68rem]'}`}
    >
      {above}
      <h1 className="display mt-3 text-h1 text-ink">{title}</h1>
      {intro && <div className="mt-3 max-w-[38rem] text-lead text-muted">{intro}</div>}
      <div className="mt-8">{children}</div>
    </div>
  );
}
