/**
 * Requests while faults happen, sent as a load balancer would: to any web process that takes the connection. What was
 * accepted is counted; so is everything that should have been answered and was not.
 */
import http from 'node:http';
import { sleep } from './stack.mjs';

const STORY = {
  whatHappened: 'I lost my work in spring and did not know how to pay the rent.',
  whatHelped: 'A neighbour cooked for us every week.',
  whatChanged: 'I can breathe again and I look forward.',
  consent: true,
};
const DANGER = { struggle: 'I want to kill myself tonight and I have a plan.' };

/** One request on a connection of its own; rejects if the connection fails. */
function send(port, path, body, address) {
  return new Promise((done, failed) => {
    const text = JSON.stringify(body);
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        timeout: 30_000,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
          'Sec-Fetch-Site': 'same-origin',
          'X-Forwarded-For': address,
        },
      },
      (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (portion) => {
          answer += portion;
        });
        response.on('end', () => done({ status: response.statusCode, body: answer }));
        response.on('error', failed);
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer within 30 s')));
    request.on('error', failed);
    request.end(text);
  });
}

/** Traffic that goes on until it is stopped. `webs` returns the processes that may be asked right now. */
export class Traffic {
  constructor(webs) {
    this.webs = webs;
    this.accepted = 0;
    this.unavailable = 0;
    this.failed = [];
    this.crisisAsked = 0;
    this.crisisMissed = [];
    this.number = 0;
    this.going = true;
    this.loops = [this.#loop(60, () => this.#share()), this.#loop(100, () => this.#inDanger())];
  }

  async #loop(pause, act) {
    while (this.going) {
      await act();
      await sleep(pause);
    }
  }

  /** Tries each process in turn until one takes the connection: what was not sent has not failed. */
  async #anywhere(path, body) {
    this.number += 1;
    const address = `10.${(this.number >> 16) & 255}.${(this.number >> 8) & 255}.${this.number & 255}`;
    for (let tried = 0; ; tried += 1) {
      const webs = this.webs();
      const web = webs[(this.number + tried) % webs.length];
      try {
        return await send(web.port, path, body, address);
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' || tried > 20) throw error;
        await sleep(50);
      }
    }
  }

  async #share() {
    try {
      const { status, body } = await this.#anywhere('/api/testimonies', STORY);
      if (status === 201) this.accepted += 1;
      else if (status === 503) this.unavailable += 1;
      else this.failed.push(`a story: ${status} ${body.slice(0, 80)}`);
    } catch (error) {
      this.failed.push(`a story: ${error.message}`);
    }
  }

  async #inDanger() {
    this.crisisAsked += 1;
    try {
      const { status, body } = await this.#anywhere('/api/guidance', DANGER);
      if (status !== 200 || JSON.parse(body).resources?.suicidePrevention?.contact !== '988') {
        this.crisisMissed.push(`${status} ${body.slice(0, 80)}`);
      }
    } catch (error) {
      this.crisisMissed.push(error.message);
    }
  }

  async stop() {
    this.going = false;
    await Promise.all(this.loops);
  }
}
