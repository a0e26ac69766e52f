import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { dayOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { exportData } from './queries';
import { profile } from './words';

/** Hands the person a file with everything that is kept about them. */
export function DownloadData() {
  const words = useWords(profile);
  const download = useMutation({
    mutationFn: exportData,
    onSuccess: save,
    // The file is theirs; it has no reason to stay in this page's memory.
    gcTime: 0,
  });
  const { error } = download;
  return (
    <>
      <Button look="outline" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? words.preparing : words.download}
      </Button>
      {error && (
        <Notice tone="danger" className="order-last w-full">
          {(isApiError(error) && error.humanMessage) || words.downloadFailed}
        </Notice>
      )}
      {download.isSuccess && (
        <p role="status" className="order-last w-full text-label text-muted">
          {words.downloaded}
        </p>
      )}
    </>
  );
}

function save(file: Blob) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `stillwater-my-data-${dayOf(new Date())}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
