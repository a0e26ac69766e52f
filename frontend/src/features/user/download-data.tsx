import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { dayOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { exportData } from './queries';
import { profile } from './words';

/** Downloads all data of the user as a file. */
export function DownloadData() {
  const words = useWords(profile);
  const download = useMutation({
    mutationFn: exportData,
    onSuccess: save,
    // The file is not kept in memory after the download.
    gcTime: 0,
  });
  const { error } = download;
  return (
    <>
      <Button variant="outline" disabled={download.isPending} onClick={() => download.mutate()}>
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
