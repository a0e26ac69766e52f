import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { calendarOf } from './reminder';
import { today } from './words';

const EVENING = '21:00';

/** Makes a calendar file with a daily reminder, if somebody asks for one. */
export function ReminderForm() {
  const words = useWords(today).reminder;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [time, setTime] = useState(EVENING);
  const [outcome, setOutcome] = useState<'made' | 'failed' | null>(null);
  const make = async () => {
    const calendar = calendarOf({
      time: time || EVENING,
      now: new Date(),
      id: newId(),
      title: words.entry,
      text: words.entryText,
      url: `${window.location.origin}/today`,
    });
    const type = 'text/calendar;charset=utf-8';
    const isSaved = await saveFile(new File([calendar], 'reminder.ics', { type }));
    setOutcome(isSaved ? 'made' : 'failed');
  };
  return (
    <section className="mt-8">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="min-h-11 font-semibold text-water underline underline-offset-4"
      >
        {words.open}
      </button>
      <div id={id} hidden={!open} className="mt-2 rounded-card bg-surface p-6">
        <h2 className="display text-h3 text-ink">{words.title}</h2>
        <p className="mt-1.5 max-w-[36rem] text-label text-muted">{words.text}</p>
        <div className="mt-4 flex flex-wrap items-end gap-4">
          <label className="block text-label font-semibold text-ink">
            {words.time}
            <input
              type="time"
              required
              value={time}
              onChange={(event) => setTime(event.target.value)}
              className="mt-1.5 block min-h-13 rounded-field border border-line-strong bg-page px-4 text-base text-ink"
            />
          </label>
          <Button variant="outline" onClick={make}>
            {words.make}
          </Button>
        </div>
        <p role="status" className="mt-3 text-label text-muted empty:hidden">
          {outcome === 'made' && words.made}
        </p>
        {outcome === 'failed' && (
          <p role="alert" className="mt-3 text-label font-semibold text-danger">
            {words.failed}
          </p>
        )}
      </div>
    </section>
  );
}

/** A random id (RFC 7986, section 5.3), also where the page has no secure context. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
