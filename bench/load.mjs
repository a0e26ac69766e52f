/**
 * An open loop: requests leave at the moments of a timetable, whether the earlier ones were answered or not, and each is
 * timed from its moment in the timetable. So waiting is counted, which a loop that waits for answers hides.
 *
 * usage: node bench/load.mjs PORT KIND RATE SECONDS      prints one line of JSON
 */
import http from 'node:http';

const [port, kind, rate, seconds] = process.argv.slice(2).map((word) => (Number.isNaN(Number(word)) ? word : Number(word)));

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

/** What is sent, and whether an answer is good. */
const KINDS = {
  guidance: {
    method: 'POST',
    path: '/api/guidance',
    body: (number) => ({ struggle: STRUGGLES[number % STRUGGLES.length] }),
    good: (status, text) => status === 200 && text.includes('"topic":{"id":"'),
  },
  stories: {
    method: 'POST',
    path: '/api/testimonies',
    body: () => STORY,
    good: (status) => status === 201,
  },
  static: { method: 'GET', path: '/guidelines', good: (status) => status === 200 },
  health: { method: 'GET', path: '/healthz', good: (status) => status === 200 },
};

const wanted = KINDS[kind];
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const took = [];
let bad = 0;
let open = 0;

/** Each request comes from a household of its own, so that no limit refuses it. */
const address = (number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
const firstNumber = Math.floor(Math.random() * 2 ** 23);

function send(number, due) {
  open += 1;
  const text = wanted.body ? JSON.stringify(wanted.body(number)) : '';
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address(firstNumber + number) };
  if (text) Object.assign(headers, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  const request = http.request({ host: '127.0.0.1', port, path: wanted.path, method: wanted.method, agent, headers });
  const end = (isGood) => {
    open -= 1;
    took.push(performance.now() - due);
    if (!isGood) bad += 1;
  };
  request.on('response', (response) => {
    let answer = '';
    response.setEncoding('utf8');
    response.on('data', (portion) => {
      answer += portion;
    });
    response.on('end', () => end(wanted.good(response.statusCode, answer)));
  });
  request.on('error', () => end(false));
  request.end(text);
}

/** Sends whatever is due by now, and looks again soon. */
function keepTimetable(total, began) {
  let sent = 0;
  return new Promise((done) => {
    const look = () => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
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
const at = (share) => Number((took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(1));
console.log(
  JSON.stringify({
    kind,
    asked: rate,
    answered: Math.round((took.length - bad) / elapsed),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bad,
    unanswered: open,
  }),
);
agent.destroy();
