/** What people do during faults: staff upload documents, users sign in by email and pay. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { call } from '../http.mjs';
import { until } from './stack.mjs';

/** Staff, signed in. */
export class Staff {
  constructor(stack) {
    this.stack = stack;
  }

  static async signIn(stack) {
    const staff = new Staff(stack);
    const { status, headers } = await call(stack.webs[0].port, 'POST', '/api/admin/login', {
      body: { password: stack.staffPassword },
    });
    if (status !== 200) throw new Error(`staff could not sign in: ${status}`);
    [staff.cookie] = headers['set-cookie'][0].split(';');
    return staff;
  }

  /** Uploads a file and returns the status of the answer. */
  async upload(name, bytes) {
    const boundary = 'a-file-that-was-made-up';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { status } = await call(this.stack.webs[0].port, 'POST', '/api/admin/uploads', {
      body,
      headers: { Cookie: this.cookie, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    });
    return status;
  }

  /** Uploads a file that must be accepted. */
  async handIn(name, bytes) {
    const status = await this.upload(name, bytes);
    if (status !== 201) throw new Error(`${name} was answered ${status}`);
  }
}

/** Waits until every document is read and can be found. */
export async function allRead(stack) {
  const open = `select count(*) from document where status not in ('completed', 'failed')`;
  await until('every document is read', async () => (await stack.count(open)) === 0, 180);
  const failed = await stack.ask(`select name || ': ' || reason from document where status = 'failed' limit 1`);
  if (failed) throw new Error(`a document failed: ${failed}`);
}

/** The document files in storage: those that are complete and belong to a row, and all others. */
export async function documentsIn(stack, storage) {
  const folder = path.join(storage, 'documents');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const known = (await stack.ask(`select id || '.pdf' from document`)).split('\n');
  return { kept: names.filter((name) => known.includes(name)), strange: names.filter((name) => !known.includes(name)) };
}

/** The generation of the newest published index, 0 if there is none. */
export const newestIndex = (stack) => stack.count('select coalesce(max(number), 0) from search_generation');

/** The generation of the index that a web process searches, 0 if none is open. */
export async function openIndex(web) {
  const { text } = await call(web.port, 'GET', '/readyz?verbose');
  return Number(/good index: generation (\d+)/.exec(text)?.[1] ?? 0);
}

/** The missing or damaged files of the newest index in storage: each file is named after its hash. */
export async function brokenFiles(stack, storage) {
  const newest = await newestIndex(stack);
  const listed = await stack.ask(
    `select file ->> 'sha256' from search_generation, jsonb_array_elements(manifest -> 'files') file where number = ${newest}`,
  );
  if (!listed) throw new Error('no index is published');
  return listed.split('\n').filter((name) => {
    const file = path.join(storage, 'search', name);
    return !existsSync(file) || createHash('sha256').update(readFileSync(file)).digest('hex') !== name;
  });
}

/** Requests a sign-in mail. */
export async function askForMail(stack, address) {
  const { status, headers } = await call(stack.webs[0].port, 'POST', '/api/login/email', {
    body: `email=${encodeURIComponent(address)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  if (status !== 303 || headers.location !== '/api/login/code') throw new Error(`a mail was refused: ${status}`);
}

/** The number of mails sent to each of these people. */
export async function mailsTo(stack, addresses) {
  const { text } = await call(stack.mail.page, 'GET', '/messages');
  const sent = JSON.parse(text).flatMap(({ to }) => to);
  return addresses.map((address) => sent.filter((to) => to === address).length);
}

/** Begins a subscription; returns status and answer. `cookie` is that of an earlier attempt. */
export async function subscribe(stack, email, cookie) {
  const { status, headers, text } = await call(stack.webs[0].port, 'POST', '/api/create-subscription', {
    body: { email },
    headers: cookie ? { Cookie: cookie } : {},
  });
  const kept = headers['set-cookie']?.[0].split(';')[0] ?? cookie;
  return { status, cookie: kept, answer: JSON.parse(text) };
}

/** Direct access to the Stripe stand-in, bypassing the gate. */
export const stripe = {
  async tell(stack, where, body) {
    const { status, text } = await call(stack.stripe.port, 'POST', where, { body });
    if (status >= 300) throw new Error(`the stand-in answered ${status} to ${where}: ${text}`);
  },
  pay: (stack, secret) => stripe.tell(stack, '/browser/confirm', { secret, number: '4242424242424242' }),
  becomes: (stack, id, word) => stripe.tell(stack, `/standin/subscriptions/${id}`, { becomes: word }),
  async subscriptions(stack) {
    return JSON.parse((await call(stack.stripe.port, 'GET', '/standin/subscriptions')).text);
  },
};
