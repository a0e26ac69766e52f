import { Link } from '@/ui/link';
import { pane } from './testimony-words';

/** Leads to the lines of the audit trail about one testimony. */
export function HistoryLink({ id }: { id: string }) {
  return (
    <Link
      to={`?tab=audit&subject=${id}`}
      className="inline-flex min-h-11 items-center text-label underline underline-offset-4"
    >
      {pane.history}
    </Link>
  );
}
