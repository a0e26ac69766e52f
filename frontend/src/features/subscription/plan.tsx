import { Benefits } from './benefits';

/** The plan: what it costs and what it gives. */
export function Plan() {
  return (
    <section aria-labelledby="plan" className="rounded-card bg-surface p-6 sm:p-8">
      <h2 id="plan" className="display text-h3 text-ink">
        Premium
      </h2>
      <p className="mt-2 text-ink">
        <span className="display text-h1">$20</span> per month
      </p>
      <Benefits className="mt-5" />
      <p className="mt-5 border-t border-line pt-4 text-small text-muted">
        Unlimited means as often as you need it; to keep machines out, at most 60 times in an hour.
        Help now, stories and three times guidance a day stay free for everybody.
      </p>
    </section>
  );
}

/** What is agreed to by the button it stands beside. */
export function Terms() {
  return (
    <p className="text-label text-muted">
      $20 today, then $20 every month until you cancel. You can cancel at any time in your profile,
      with two clicks; Premium then lasts until the end of the month you paid for.
    </p>
  );
}
