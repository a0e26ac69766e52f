import { type DragEvent, useState } from 'react';
import { Icon } from '@/ui/icon';
import { uploads } from './document-words';

/** A drop zone for files with the native file picker. */
export function DropZone({ onFiles }: { onFiles(files: File[]): void }) {
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the file picker inside is accessible.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`mt-4 grid justify-items-center gap-3 rounded-field border-2 border-dashed px-6 py-8 text-center ${over ? 'border-water bg-sunk' : 'border-line-strong bg-surface'}`}
    >
      <p className="text-ink">{over ? uploads.letGo : uploads.drop}</p>
      <label className="inline-flex min-h-11 items-center justify-center gap-2 rounded-full bg-water px-5 py-2 text-label font-semibold text-on-water hover:brightness-110 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber-text">
        <Icon name="upload" />
        {uploads.choose}
        <input
          type="file"
          multiple
          accept=".pdf,application/pdf"
          className="sr-only"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      </label>
      <p className="text-small text-balance text-muted">{uploads.limits}</p>
    </div>
  );
}
