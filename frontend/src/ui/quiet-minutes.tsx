import { useEffect, useRef, useState } from 'react';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import type { Passage } from '@/lib/passage';
import { languageOfTranslation } from '@/lib/translation';
import { useAwake } from '@/lib/use-awake';
import { Button } from './button';
import { nearWater } from './light';
import type { PassagePart } from './passage-actions';
import { passageWords } from './passage-words';
import { type QuietStep, quietMinutes } from './quiet-steps';
import { StillWater } from './still-water';

type QuietMinutesProps = Pick<PassagePart, 'passage' | 'prayer' | 'lang' | 'onClose'>;

/**
 * Two quiet minutes with a passage: breathe, read it line by line, be silent, pray. They can be paused and gone through
 * by hand. What was shown stays, so nobody has to read fast.
 */
export default function QuietMinutes({ passage, prayer, lang, onClose }: QuietMinutesProps) {
  const words = useWords(passageWords).quiet;
  const dialog = useRef<HTMLDialogElement>(null);
  const [minutes] = useState(() => quietMinutes(passage.text, prayer));
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(true);
  const step = minutes.steps[at] ?? { kind: 'end', seconds: Number.POSITIVE_INFINITY };
  const hasEnded = step.kind === 'end';
  useAwake(running && !hasEnded);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  useEffect(() => {
    if (!running || hasEnded) return;
    const timer = setTimeout(() => setAt(at + 1), step.seconds * 1000);
    return () => clearTimeout(timer);
  }, [at, running, hasEnded, step.seconds]);

  return (
    <dialog
      ref={dialog}
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="on-scene m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden p-0 text-white"
      style={{ backgroundColor: nearWater(hourOf(new Date())) }}
    >
      <StillWater hour={hourOf(new Date())} id="quiet" className="absolute inset-0 size-full" />
      {/* Dark enough for white text at every hour. */}
      <div className="absolute inset-0 bg-[rgb(4_28_38/.78)]" />
      <div className="relative mx-auto flex h-full max-w-[44rem] flex-col overflow-y-auto px-6 pt-6 pb-8">
        <div className="flex items-center justify-between gap-4">
          <p className="font-serif text-lead">{words.title}</p>
          <Button variant="scene" size="small" onClick={onClose}>
            {words.close}
          </Button>
        </div>
        <div className="my-auto py-8">
          <Words step={step} {...minutes} passage={passage} lang={lang} />
        </div>
        <div className="flex flex-wrap justify-center gap-3.5">
          {hasEnded ? (
            <Button
              variant="scene"
              onClick={() => {
                setRunning(true);
                setAt(0);
              }}
            >
              {words.again}
            </Button>
          ) : (
            <>
              <Button variant="scene" onClick={() => setRunning(!running)}>
                {running ? words.pause : words.go}
              </Button>
              <Button variant="scene" onClick={() => setAt(at + 1)}>
                {words.next}
              </Button>
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}

interface WordsProps {
  step: QuietStep;
  lines: readonly string[];
  prayer: readonly string[];
  passage: Passage;
  lang: string;
}

/** What is on the screen in this step. A screen reader hears what is new. */
function Words({ step, lines, prayer, passage, lang }: WordsProps) {
  const words = useWords(passageWords).quiet;
  if (step.kind === 'in' || step.kind === 'out') return <Breath kind={step.kind} />;
  if (step.kind === 'prayer' || (step.kind === 'end' && prayer.length > 0)) {
    const isPraying = step.kind === 'prayer';
    const shown = isPraying ? prayer.slice(0, step.index + 1) : prayer;
    return (
      <div aria-live="polite">
        <p className="mb-5 font-semibold text-lamp">
          {isPraying ? words.prayer : passage.reference}
        </p>
        <div lang={lang}>
          <Lines lines={shown} />
        </div>
        {!isPraying && <p className="appear mt-6 font-serif text-h2">{words.end}</p>}
      </div>
    );
  }
  const shown = step.kind === 'line' ? lines.slice(0, step.index + 1) : lines;
  return (
    <div>
      <p aria-live="polite" className="mb-5 font-semibold text-lamp">
        {step.kind === 'line' ? words.read : step.kind === 'silence' ? words.silence : words.end}
      </p>
      <div aria-live="polite" lang={languageOfTranslation(passage.translation)}>
        <Lines lines={shown} />
      </div>
      <p className="mt-6 text-label text-white/90">
        {passage.reference} · {passage.translation}
      </p>
    </div>
  );
}

/** The newest line is bright; those before it stay, and stay readable. */
function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, at the end, and may repeat.
      key={index}
      className={`appear scripture mt-3 text-[1.5rem] sm:text-h2 ${index === lines.length - 1 ? 'text-white' : 'text-white/85'}`}
    >
      {line}
    </p>
  ));
}

/** A circle that grows and shrinks with the breath; without motion, the words alone say it. */
function Breath({ kind }: { kind: 'in' | 'out' }) {
  const words = useWords(passageWords).quiet;
  return (
    <div className="grid place-items-center text-center">
      <div
        key={kind}
        aria-hidden="true"
        className={`size-44 rounded-full bg-[rgb(255_219_164/.85)] ${kind === 'in' ? 'breath-in' : 'breath-out'}`}
      />
      <p aria-live="polite" className="mt-10 font-serif text-h2">
        {words[kind]}
      </p>
    </div>
  );
}
