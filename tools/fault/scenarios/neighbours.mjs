/** Faults of external services: the mail server and Stripe. */
import { schedule } from '../jobs.mjs';
import { askForMail, mailsTo, stripe, subscribe } from '../people.mjs';
import { sleep, until } from '../stack.mjs';

const SUBSCRIBERS = 9;
/**
 * No outage kills a sweep of Stripe's events: after ten failures, a quarter of an hour, it leaves the work to the next one.
 * But the backoff doubles, so a job may wait 1.7 times as long as the outage took, and main.mjs waits 150 seconds.
 */
const MAX_SECONDS_WITHOUT_STRIPE = 60;
/** The local mail server keeps the last 200 mails. */
const MAX_SECONDS_WITHOUT_MAIL = 30;

/** The number of subscriptions whose status differs from Stripe's. */
async function differing(stack) {
  const believed = new Map(
    (await stack.ask(`select stripe_id || ' ' || status from subscription where stripe_id is not null`))
      .split('\n')
      .map((line) => line.split(' ')),
  );
  const said = await stripe.subscriptions(stack);
  return said.filter(({ id, status }) => believed.get(id) !== status).length;
}

async function pays(stack, email) {
  const { status, answer } = await subscribe(stack, email);
  if (status !== 200) throw new Error(`${email} could not subscribe: ${status} ${answer.code}`);
  await stripe.pay(stack, answer.clientSecret);
}

export const neighbours = {
  'the mail server is down': async ({ stack, times }) => {
    const people = [];
    const askFor = async (seconds) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
        people.push(`reader${people.length}@example.com`);
        await askForMail(stack, people.at(-1));
        await sleep(250);
      }
    };
    await askFor(2);
    await stack.mail.gate.shut();
    const cut = stack.mail.gate.cut;
    await askFor(Math.min(times.lasts, MAX_SECONDS_WITHOUT_MAIL));
    const waiting = await stack.count(`select count(*) from job where kind = 'send_mail' and finished_at is null`);
    await stack.mail.gate.reopen();
    await askFor(2);
    const sent = () => mailsTo(stack, people);
    await until('every mail has come', async () => (await sent()).every((number) => number > 0), 180);
    // If the connection is cut after the mail and before its acknowledgement, the worker cannot know that it arrived.
    const twice = (await sent()).reduce((sum, number) => sum + number - 1, 0);
    if (twice > cut) throw new Error(`${twice} mails came twice, ${cut} connections were cut`);
    if (waiting === 0) throw new Error('no mail waited: the mail server was not down');
    return `${people.length} mails, ${waiting} waited, ${twice} came twice`;
  },
  'Stripe is down, and forgets to tell': async ({ stack, times }) => {
    const maySell = async () => (await subscribe(stack, 'first@example.com')).status === 200;
    await until('the price is known', maySell, 60);
    for (let number = 0; number < SUBSCRIBERS; number += 1) await pays(stack, `payer${number}@example.com`);
    const paid = `select count(*) from subscription where status = 'active'`;
    await until('all have premium', async () => (await stack.count(paid)) === SUBSCRIBERS);
    await stack.stripe.gate.shut();
    const late = await subscribe(stack, 'late@example.com');
    if (late.status !== 503 || late.answer.code !== 'PAYMENTS_UNAVAILABLE') {
      throw new Error(`without Stripe subscribing was answered ${late.status} ${late.answer.code}`);
    }
    // A third changes with an event while Stripe is unreachable, a third without an event, and a third does not change.
    const active = (await stripe.subscriptions(stack)).filter(({ status }) => status === 'active');
    for (const { id } of active.slice(0, 3)) await stripe.becomes(stack, id, 'canceled');
    await sleep(1000);
    await stripe.tell(stack, '/standin/carelessness', { lost: 100 });
    for (const { id } of active.slice(3, 6)) await stripe.becomes(stack, id, 'renewal_failed');
    await sleep(1000);
    await stripe.tell(stack, '/standin/carelessness', {});
    await sleep(Math.min(times.lasts, MAX_SECONDS_WITHOUT_STRIPE) * 1000);
    const drifted = await differing(stack);
    await stack.stripe.gate.reopen();
    // The schedule does this by itself within a quarter of an hour.
    await stack.ask(schedule('sweep_stripe_events', 'urgent'));
    await until('we believe what Stripe says', async () => (await differing(stack)) === 0);
    const comparisons = () => stack.count('select count(*) from stripe_comparison');
    const before = await comparisons();
    await stack.ask(schedule('compare_subscriptions', 'bulk'));
    await until('all are compared', async () => (await comparisons()) > before);
    const drift = await stack.count('select drift from stripe_comparison order by at desc limit 1');
    if (drift !== 0) throw new Error(`the comparison found a drift of ${drift}`);
    const again = await subscribe(stack, 'late@example.com', late.cookie);
    const theirs = (await stripe.subscriptions(stack)).filter(({ email }) => email === 'late@example.com').length;
    if (again.status !== 200 || theirs !== 1) throw new Error(`trying again: ${again.status}, ${theirs} subscriptions`);
    if (drifted < 6) throw new Error(`only ${drifted} subscriptions differed: Stripe was not down`);
    return `${drifted} subscriptions differed meanwhile`;
  },
};
