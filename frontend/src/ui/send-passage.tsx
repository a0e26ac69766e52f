import { useEffect, useRef, useState } from 'react';
import type { Hour } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { type Passage, passageLink } from '@/lib/passage';
import { canShareFile, saveFile, shareIt } from '@/lib/save-file';
import { Button } from './button';
import { Dialog } from './dialog';
import type { PassagePart } from './passage-actions';
import { drawPassage, HEIGHT, WIDTH } from './passage-picture';
import { passageWords } from './passage-words';

type SendPassageProps = Pick<PassagePart, 'passage' | 'hour' | 'onClose'>;

const canShare = () => 'share' in navigator;

type Outcome = 'saved' | 'copied' | 'failed' | null;

/** Sends a passage as a picture or as a link. Nothing else of the letter is in either. */
export default function SendPassage({ passage, hour, onClose }: SendPassageProps) {
  const words = useWords(passageWords).sending;
  const [picture, setPicture] = useState<File | 'drawing' | 'failed'>('drawing');
  const [outcome, setOutcome] = useState<Outcome>(null);
  const link = passageLink(passage);

  const sendPicture = async (file: File) => {
    if (canShareFile(file)) setOutcome((await shareIt({ files: [file] })) ? null : 'failed');
    else setOutcome((await saveFile(file)) ? 'saved' : 'failed');
  };
  const sendLink = async () => {
    if (canShare()) {
      setOutcome((await shareIt({ title: passage.reference, url: link })) ? null : 'failed');
      return;
    }
    const copied = navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    setOutcome((await copied) ? 'copied' : 'failed');
  };

  return (
    <Dialog
      title={words.title}
      description={<p className="mt-2 text-muted">{words.text}</p>}
      onClose={onClose}
      className="max-w-[34rem]"
      footer={
        <Button variant="quiet" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {picture === 'failed' ? (
        <p className="mt-5">{words.notDrawn}</p>
      ) : (
        <Picture passage={passage} hour={hour} onDrawn={setPicture} />
      )}
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
        {picture instanceof File && (
          <Button icon="share" onClick={() => sendPicture(picture)}>
            {canShareFile(picture) ? words.sendPicture : words.savePicture}
          </Button>
        )}
        <Button variant="outline" icon="copy" onClick={sendLink}>
          {canShare() ? words.sendLink : words.copyLink}
        </Button>
      </div>
      <p role="status" className="mt-3 text-label text-muted empty:hidden">
        {outcome === 'saved' && words.saved}
        {outcome === 'copied' && words.copied}
      </p>
      {outcome === 'failed' && (
        <div role="alert" className="mt-3 text-label">
          <p className="font-semibold text-danger">{words.failed}</p>
          <p className="mt-1 break-all select-all">{link}</p>
        </div>
      )}
    </Dialog>
  );
}

interface PictureProps {
  passage: Passage;
  hour: Hour;
  /** The file is made before the tap: after waiting for it, browsers would refuse to share. */
  onDrawn(picture: File | 'failed'): void;
}

function Picture({ passage, hour, onDrawn }: PictureProps) {
  const words = useWords(passageWords).sending;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    const done = (picture: File | 'failed') => {
      if (isWanted) onDrawn(picture);
    };
    const draw = async () => {
      if (!canvas.current || !(await drawPassage(canvas.current, passage, hour))) {
        done('failed');
        return;
      }
      canvas.current?.toBlob((blob) => {
        const name = `${passage.reference.replaceAll(/[^\w]+/g, '-')}.png`;
        done(blob ? new File([blob], name, { type: 'image/png' }) : 'failed');
      }, 'image/png');
    };
    draw().catch(() => done('failed'));
    return () => {
      isWanted = false;
    };
  }, [passage, hour, onDrawn]);
  return (
    <canvas
      ref={canvas}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words.picture(passage.reference, passage.text)}
      className="mx-auto mt-5 block h-auto w-full max-w-[17rem] rounded-field bg-sunk"
    />
  );
}
