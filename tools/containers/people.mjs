/** Visitors, users and staff of a product in containers: each keeps its cookies, as a browser does. */
import { call, unusedAddress } from '../http.mjs';

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until a condition holds and returns what it returned; fails with its description after the timeout. */
export async function until(what, holds, seconds = 90) {
  const deadline = Date.now() + seconds * 1000;
  for (let last = 'nothing'; ; await sleep(200)) {
    try {
      const found = await holds();
      if (found) return found;
    } catch (error) {
      last = error.message;
    }
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s until ${what}; last: ${last}`);
  }
}

/** Fails with what was said unless it holds. */
export function insist(holds, what, answer = '') {
  if (!holds) throw new Error(`${what} ${answer && `(${answer.status} ${answer.text?.slice(0, 300)})`}`);
}

export class Visitor {
  constructor(port) {
    this.port = port;
    this.cookies = new Map();
    this.from = unusedAddress();
  }

  async call(method, path, options = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { Cookie: cookie }), ...options.headers };
    const answer = await call(this.port, method, path, { from: this.from, ...options, headers });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      this.cookies.set(name, value);
    }
    return answer;
  }

  async get(path) {
    const answer = await this.call('GET', path);
    insist(answer.status === 200, `GET ${path}`, answer);
    return JSON.parse(answer.text);
  }

  post(path, body) {
    return this.call('POST', path, { body });
  }

  form(path, fields) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.call('POST', path, { body: new URLSearchParams(fields).toString(), headers });
  }

  /** Signs in by the code of a mail in the catcher. */
  async signIn(address, mailPort) {
    const asked = await this.form('/api/login/email', { email: address, returnTo: '/profile' });
    insist(asked.status === 303, 'a mail is asked for', asked);
    const code = await until(`a mail to ${address} is in the catcher`, async () => {
      const { text } = await call(mailPort, 'GET', '/api/v1/messages');
      const mail = JSON.parse(text).messages.find(({ To }) => To.some(({ Address }) => Address === address));
      if (!mail) return undefined;
      const whole = await call(mailPort, 'GET', `/api/v1/message/${mail.ID}`);
      return /^\s*(\d{6})\s*$/m.exec(JSON.parse(whole.text).Text)?.[1];
    });
    const entered = await this.form('/api/login/code', { code });
    insist(entered.status === 303, 'the code signs in', entered);
  }
}

export class Staff extends Visitor {
  static async signIn(port, password) {
    const staff = new Staff(port);
    const answer = await staff.post('/api/admin/login', { password });
    insist(answer.status === 200, 'staff sign in', answer);
    return staff;
  }

  async upload(name, bytes) {
    const boundary = 'a-file-that-was-made-up';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    return this.call('POST', '/api/admin/uploads', { body, headers, timeout: 600_000 });
  }
}
