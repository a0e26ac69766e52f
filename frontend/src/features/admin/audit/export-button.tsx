import { useMutation } from '@tanstack/react-query';
import { dayOf } from '@/lib/hour';
import { saveFile } from '@/lib/save-file';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { explain } from '../frame/states';
import { ADMIN, exportAudit } from '../queries';
import { type AuditFilter, asAsked } from './audit-filter';
import { words } from './audit-words';

/** Exports the lines of the filter as a file. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const exporting = useMutation({
    mutationKey: [...ADMIN, 'export'],
    mutationFn: () => exportAudit(asAsked(filter)),
    // The file is not kept in memory after the download.
    gcTime: 0,
    onSuccess: save,
  });
  return (
    <div className="grid justify-items-start gap-1">
      <SmallButton
        variant="outline"
        aria-disabled={exporting.isPending}
        aria-describedby="audit-export-hint"
        onClick={() => {
          if (!exporting.isPending) exporting.mutate();
        }}
      >
        {exporting.isPending ? words.exporting : words.export}
      </SmallButton>
      <p id="audit-export-hint" className="max-w-80 text-small text-muted">
        {words.exportHint}
      </p>
      <p role="status" className="text-label text-muted">
        {exporting.isSuccess && words.done}
      </p>
      {exporting.error && (
        <Notice tone="danger">
          {words.notExported} {explain(exporting.error)}
        </Notice>
      )}
    </div>
  );
}

const save = (lines: Blob) =>
  saveFile(new File([lines], `stillwater-audit-${dayOf(new Date())}.csv`, { type: lines.type }));
