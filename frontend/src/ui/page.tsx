import { type ReactNode, useEffect } from 'react';
import { appName } from '@/lib/product';

/** Sets the document title, for the tab, the history and screen readers. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${appName()}` : appName();
  }, [title]);
}

interface PageProps {
  title: string;
  children: ReactNode;
  intro?: ReactNode;
  /** Above the title: a back link. */
  above?: ReactNode;
  /** Beside the title, or above it without room: *Leave quickly*. */
  beside?: ReactNode;
  /** Width of the column: text, or cards side by side. */
  width?: 'text' | 'cards';
}

/** A plain screen: one heading, one column. */
export function Page({ title, intro, above, beside, children, width = 'text' }: PageProps) {
  useTitle(title);
  return (
    <div
      className={`mx-auto px-6 pt-4 pb-16 rail:px-10 ${width === 'text' ? 'max-w-[46rem]' : 'max-w-[68rem]'}`}
    >
      {above}
      <div className="mt-3 flex flex-wrap-reverse items-center justify-between gap-x-6 gap-y-3">
        <h1 className="display min-w-0 text-h1 text-ink">{title}</h1>
        {beside && <div className="ml-auto">{beside}</div>}
      </div>
      {intro && <div className="mt-3 max-w-[38rem] text-lead text-muted">{intro}</div>}
      <div className="mt-8">{children}</div>
    </div>
  );
}
