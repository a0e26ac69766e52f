/**
 * An open-loop load generator: requests are sent on a schedule, whether earlier ones were answered or not, and each is
 * timed from its scheduled moment. So queueing is measured, which a closed loop hides (coordinated omission).
 *
 * usage: node bench/load.mjs PORT KIND RATE SECONDS [NAME]      prints one line, under another name if one is given
 */
import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import { call } from '../tools/http.mjs';

const [kind, name = kind] = [process.argv[3], process.argv[6]];
const [port, rate, seconds] = [2, 4, 5].map((place) => Number(process.argv[place]));

const STRUGGLES = [
  'I cannot sleep, my thoughts race about the exam tomorrow and I am so tired.',
  'My mother died in spring and the house is too quiet without her.',
  'I lost my work and I do not know how to pay the rent this month.',
  'My brother has not spoken to me since the wedding and I am to blame.',
];
const STORY = {
  whatHappened: 'I lost my work in spring and did not know how to pay the rent.',
  whatHelped: 'A neighbour cooked for us every week.',
  whatChanged: 'I can breathe again and I look forward.',
  consent: true,
};

/** An event of the length of a Stripe invoice, as text: the signature covers its exact bytes. */
const event = () =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'invoice.paid',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    filling: 'x'.repeat(4000),
  });

/** Stripe's signature, with the secret of bench/load. */
function signed(text) {
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'whsec_standin').update(`${at}.${text}`).digest('hex');
  return { 'Stripe-Signature': `t=${at},v1=${signature}` };
}

/** The requests of each kind, and the check of their answers. */
const KINDS = {
  guidance: {
    method: 'POST',
    path: '/api/guidance',
    body: (number) => JSON.stringify({ struggle: STRUGGLES[number % STRUGGLES.length] }),
    good: (status, text) => status === 200 && text.includes('"topic":{"id":"'),
  },
  stories: {
    method: 'POST',
    path: '/api/testimonies',
    body: () => JSON.stringify(STORY),
    good: (status) => status === 201,
  },
  webhooks: {
    method: 'POST',
    path: '/api/webhooks/stripe',
    body: event,
    headers: signed,
    good: (status) => status === 200,
  },
  static: { method: 'GET', path: '/guidelines', good: (status) => status === 200 },
  health: { method: 'GET', path: '/healthz', good: (status) => status === 200 },
};

const wanted = KINDS[kind];
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const took = [];
let bad = 0;
let firstBad;
let open = 0;

/** Sends one request, in an ip_prefix of its own, and times its answer from the moment when it was due. */
async function send(number, due) {
  open += 1;
  const body = wanted.body?.(number);
  const headers = { ...(body ? { 'Content-Type': 'application/json' } : {}), ...wanted.headers?.(body) };
  let wrong;
  try {
    const { status, text } = await call(port, wanted.method, wanted.path, { body, headers, agent, timeout: 0 });
    if (!wanted.good(status, text)) wrong = `${status} ${text.slice(0, 80)}`;
  } catch (error) {
    wrong = error.message;
  }
  open -= 1;
  took.push(performance.now() - due);
  if (wrong === undefined) return;
  bad += 1;
  firstBad ??= wrong;
}

/** Sends the due requests, and schedules the next check. */
function keepTimetable(total, began) {
  let sent = 0;
  return new Promise((done) => {
    const look = () => {
      // The first is due at once.
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1);
      for (; sent < due; sent += 1) send(sent, began + (sent / rate) * 1000);
      if (sent < total) setImmediate(look);
      else done();
    };
    look();
  });
}

const began = performance.now();
await keepTimetable(rate * seconds, began);
while (open > 0 && performance.now() - began < (seconds + 30) * 1000) await new Promise((done) => setTimeout(done, 10));
const elapsed = (performance.now() - began) / 1000;
took.sort((one, other) => one - other);
const at = (share) => (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(1).padStart(6);
console.log(
  [
    name.padEnd(20),
    `${rate}/s asked`.padStart(12),
    `${Math.round((took.length - bad) / elapsed)}/s answered`.padStart(15),
    `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`,
    `${bad} bad${firstBad ? ` (${firstBad})` : ''}, ${open} unanswered`,
  ].join('   '),
);
agent.destroy();
process.exitCode = bad + open > 0 ? 1 : 0;
