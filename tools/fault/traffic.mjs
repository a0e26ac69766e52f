/**
 * Requests during faults, sent as a load balancer would: to any web process that accepts the connection. It counts
 * accepted requests, and requests that should have been answered and were not.
 */
import { call, unusedAddress } from '../http.mjs';
import { sleep } from './stack.mjs';

const STORY = {
  whatHappened: 'I lost my work in spring and did not know how to pay the rent.',
  whatHelped: 'A neighbour cooked for us every week.',
  whatChanged: 'I can breathe again and I look forward.',
  consent: true,
};
const STRUGGLE = { struggle: 'I cannot sleep, my thoughts race about the exam tomorrow and I am so tired.' };
const DANGER = { struggle: 'I want to kill myself tonight and I have a plan.' };

/** Traffic until it is stopped. `webs` returns the processes that currently accept requests. */
export class Traffic {
  constructor(webs) {
    this.webs = webs;
    this.accepted = 0;
    this.guided = 0;
    this.unavailable = 0;
    this.failed = [];
    this.crisisAsked = 0;
    this.crisisMissed = [];
    this.crisisSlowest = 0;
    this.number = 0;
    this.going = true;
    this.loops = [
      this.#loop(60, () => this.#share()),
      this.#loop(100, () => this.#ask()),
      this.#loop(100, () => this.#inDanger()),
    ];
  }

  async #loop(pause, act) {
    while (this.going) {
      await act();
      await sleep(pause);
    }
  }

  /** Tries each process in turn until one accepts the connection: a request that was not sent has not failed. */
  async #anywhere(path, body) {
    this.number += 1;
    const from = unusedAddress();
    for (let tried = 0; ; tried += 1) {
      const webs = this.webs();
      const web = webs[(this.number + tried) % webs.length];
      try {
        return await call(web.port, 'POST', path, { body, from });
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' || tried > 20) throw error;
        await sleep(50);
      }
    }
  }

  /** Sends a request that may be refused with 503 only; returns whether the answer was as expected. */
  async #send(what, path, body, isGood) {
    try {
      const { status, text } = await this.#anywhere(path, body);
      if (isGood(status, text)) return true;
      if (status === 503) this.unavailable += 1;
      else this.failed.push(`${what}: ${status} ${text.slice(0, 80)}`);
    } catch (error) {
      this.failed.push(`${what}: ${error.message}`);
    }
    return false;
  }

  async #share() {
    if (await this.#send('a story', '/api/testimonies', STORY, (status) => status === 201)) this.accepted += 1;
  }

  async #ask() {
    const isGood = (status, text) => status === 200 && text.includes('"topic":{"id":"');
    if (await this.#send('guidance', '/api/guidance', STRUGGLE, isGood)) this.guided += 1;
  }

  async #inDanger() {
    this.crisisAsked += 1;
    const began = performance.now();
    try {
      const { status, text } = await this.#anywhere('/api/guidance', DANGER);
      if (status !== 200 || JSON.parse(text).resources?.suicidePrevention?.contact !== '988') {
        this.crisisMissed.push(`${status} ${text.slice(0, 80)}`);
      }
    } catch (error) {
      this.crisisMissed.push(error.message);
    }
    this.crisisSlowest = Math.max(this.crisisSlowest, performance.now() - began);
  }

  async stop() {
    this.going = false;
    await Promise.all(this.loops);
  }
}
