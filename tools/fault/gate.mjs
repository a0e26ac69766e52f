/**
 * A proxy (gate) between the product and a server: everything passes until it is shut or slow. The server behind it
 * keeps its state, so that requests from before an outage can be counted after it.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export class Gate {
  /**
   * Opens a gate. `place` is where it listens: a path, or 0 for any loopback port. `target` returns the server: a path or
   * a port.
   */
  static async open(place, target) {
    const gate = new Gate();
    gate.target = target;
    gate.delay = 0;
    gate.cut = 0;
    gate.late = 0;
    gate.pairs = new Set();
    gate.place = typeof place === 'number' ? { host: '127.0.0.1', port: place } : { path: place };
    await gate.#listen();
    return gate;
  }

  async #listen() {
    this.server = createServer((near) => this.#pass(near));
    this.server.listen(this.place);
    await once(this.server, 'listening');
    // The same port after it is opened again.
    if (this.place.port !== undefined) this.place.port = this.server.address().port;
  }

  get port() {
    return this.place.port;
  }

  #pass(near) {
    const target = this.target();
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    const pair = [near, far];
    this.pairs.add(pair);
    near.pipe(far);
    far.pipe(this.#late()).pipe(near);
    const end = () => {
      this.pairs.delete(pair);
      for (const side of pair) side.destroy();
    };
    for (const side of pair) side.on('error', end).on('close', end);
  }

  /** Delays each chunk from the server, in order, while the gate is slow; `late` counts the delayed chunks. */
  #late() {
    return new Transform({
      transform: (portion, _, done) => {
        if (this.delay === 0) return done(null, portion);
        this.late += 1;
        sleep(this.delay).then(() => done(null, portion));
      },
    });
  }

  /** Refuses new connections and cuts open ones; `cut` counts those. */
  async shut() {
    this.cut += this.pairs.size;
    const ended = once(this.server, 'close');
    this.server.close();
    for (const pair of this.pairs) for (const side of pair) side.destroy();
    await ended;
  }

  /** Lets everything pass again. */
  async reopen() {
    await this.#listen();
  }

  async end() {
    if (this.server.listening) await this.shut();
  }
}
