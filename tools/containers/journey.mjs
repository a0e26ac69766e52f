/**
 * Walks through a product in containers, as visitors, users and staff do.
 *
 *   node tools/containers/journey.mjs whole            guidance, crisis, story, mail, subscription and its webhook, upload
 *   node tools/containers/journey.mjs short            guidance, crisis, and a story until it is redacted
 *   node tools/containers/journey.mjs crisis           the helplines alone: they need no other server
 *   node tools/containers/journey.mjs keep FILE        hands in what a backup must hold, and notes it in FILE
 *   node tools/containers/journey.mjs kept FILE        checks that all of it is there and can be read
 *   node tools/containers/journey.mjs forgotten FILE   checks that the account which was deleted is not
 *   node tools/containers/journey.mjs big              an upload of a hundred million bytes
 *   node tools/containers/journey.mjs stream           an event stream, which must tell at once what happens
 *   node tools/containers/journey.mjs load SECONDS     asks and shares all the time; no call may fail
 *
 * WEB_PORT, MAIL_PORT, STRIPE_PORT and STAFF_PASSWORD say where and as whom.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pdf } from '../fault/pdf.mjs';
import { call, open } from '../http.mjs';
import { insist, Staff, sleep, until, Visitor } from './people.mjs';

const { WEB_PORT: web, MAIL_PORT: mail, STRIPE_PORT: stripe, STAFF_PASSWORD: password } = process.env;

/** A name, an address and a number that redaction must hide. */
const STORY = {
  whatHappened:
    'My name is Miriam Oakhurst and I lost my work in spring. I did not know how to pay the rent. Write to miriam.oakhurst@example.com or call 555-014-2233.',
  whatHelped: 'A neighbour cooked for us every week.',
  whatChanged: 'I can breathe again and I look forward.',
  consent: true,
};
const STRUGGLE = { struggle: 'I cannot sleep, my thoughts race about the exam tomorrow and I am so tired.' };
const DANGER = { struggle: 'I want to kill myself tonight and I have a plan.' };

async function isGuided(visitor) {
  const answer = await visitor.post('/api/guidance', STRUGGLE);
  insist(answer.status === 200 && answer.text.includes('"topic":{"id":"'), 'a struggle gets guidance', answer);
}

async function isHelped(visitor) {
  const answer = await visitor.post('/api/guidance', DANGER);
  const contact = answer.status === 200 && JSON.parse(answer.text).resources?.suicidePrevention?.contact;
  insist(contact === '988', 'danger gets the helplines', answer);
}

/** Hands in a story and waits until staff see it redacted. */
async function sharesAStory(visitor, staff) {
  const answer = await visitor.post('/api/testimonies', STORY);
  insist(answer.status === 201, 'a story is accepted', answer);
  const { id } = JSON.parse(answer.text);
  const story = await until('the story is redacted', async () => {
    // Not from the list: behind a hundred stories of the load it stands on a later page.
    const { story } = await staff.get(`/api/admin/testimonies/${id}`);
    return story.isPrepared && story;
  });
  insist(story.status === 'pending', `the story waits for review: ${story.status}`);
  for (const secret of ['Miriam', 'Oakhurst', 'miriam.oakhurst@example.com', '555-014-2233']) {
    insist(!story.redactedText.includes(secret), `${secret} is redacted`);
  }
  return id;
}

/** Subscribes and pays at the stand-in, whose webhook makes the account premium. */
async function subscribes(visitor, email) {
  const begun = await until('the price is known', async () => {
    const answer = await visitor.post('/api/create-subscription', { email });
    return answer.status === 200 && JSON.parse(answer.text);
  });
  const card = { secret: begun.clientSecret, number: '4242424242424242' };
  const paid = await call(stripe, 'POST', '/browser/confirm', { body: card });
  insist(paid.status < 300, 'the stand-in takes the card', paid);
  await until('the webhook made the account premium', async () => (await visitor.get('/api/subscription')).isPremium);
}

/** Uploads a document and waits until it is read and indexed. */
async function uploads(staff, name, seed, ballast = 0) {
  const answer = await staff.upload(name, pdf(seed, 3, ballast));
  insist(answer.status === 201, `${name} is taken`, answer);
  await until(`${name} is completed`, () => isCompleted(staff, name), 180);
}

async function isCompleted(staff, name) {
  const file = (await staff.get('/api/admin/uploads')).files.find((one) => JSON.stringify(one).includes(name));
  if (file?.status === 'failed') throw new Error(`${name} failed: ${JSON.stringify(file)}`);
  return file?.status === 'completed';
}

const unused = () => `reader-${Date.now()}@example.com`;

const parts = {
  async whole() {
    const [visitor, staff] = [new Visitor(web), await Staff.signIn(web, password)];
    await isGuided(visitor);
    await isHelped(visitor);
    await sharesAStory(visitor, staff);
    const email = unused();
    await visitor.signIn(email, mail);
    await subscribes(visitor, email);
    await uploads(staff, `journey-${Date.now()}.pdf`, Date.now() % 10_000);
    return 'guidance, crisis, a story redacted, a mail, a webhook, an upload completed';
  },

  async short() {
    const [visitor, staff] = [new Visitor(web), await Staff.signIn(web, password)];
    await isGuided(visitor);
    await isHelped(visitor);
    await sharesAStory(visitor, staff);
    return 'guidance, crisis, a story redacted';
  },

  async crisis() {
    await isHelped(new Visitor(web));
    return 'the helplines';
  },

  async keep(file) {
    const staff = await Staff.signIn(web, password);
    const [stays, leaves] = [new Visitor(web), new Visitor(web)];
    const kept = { stays: `stays-${unused()}`, leaves: `leaves-${unused()}`, document: `kept-${Date.now()}.pdf` };
    await stays.signIn(kept.stays, mail);
    kept.story = await sharesAStory(stays, staff);
    await leaves.signIn(kept.leaves, mail);
    kept.gone = await sharesAStory(leaves, staff);
    const deleted = await leaves.call('DELETE', '/api/user/account');
    insist(deleted.status === 200, 'the account is deleted', deleted);
    await uploads(staff, kept.document, Date.now() % 10_000);
    writeFileSync(file, JSON.stringify(kept));
    return 'a story, a deleted account, a document';
  },

  async kept(file) {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const staff = await Staff.signIn(web, password);
    const original = await staff.post(`/api/admin/testimonies/${kept.story}/reveal`);
    insist(original.status === 200 && original.text.includes('Miriam Oakhurst'), 'the sealed story opens', original);
    insist(await isCompleted(staff, kept.document), 'the document is there');
    const found = await until('the index is open', async () => {
      const answer = await call(web, 'GET', '/readyz?verbose');
      return /good index: generation [1-9]/.test(answer.text);
    });
    insist(found, 'the index is served');
    const preview = await staff.get(`/api/admin/uploads/${kept.document}/preview`);
    insist(JSON.stringify(preview).includes('Sentence'), 'the document can be read');
    const user = new Visitor(web);
    await user.signIn(kept.stays, mail);
    const own = await user.get('/api/user/testimonies');
    insist(own.some(({ id }) => id === kept.story), 'the account has its story');
    return 'the sealed story opens, the document and its index are served, the account has its story';
  },

  async forgotten(file) {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const staff = await Staff.signIn(web, password);
    const original = await staff.post(`/api/admin/testimonies/${kept.gone}/reveal`);
    insist(original.status === 404, 'nobody opens the story of the deleted account', original);
    const user = new Visitor(web);
    await user.signIn(kept.leaves, mail);
    insist((await user.get('/api/user/testimonies')).length === 0, 'the address is a new account without stories');
    return 'the deleted account stays unreadable';
  },

  async big() {
    const staff = await Staff.signIn(web, password);
    const bytes = pdf(Date.now() % 10_000, 1, 104_857_600 - 6_000);
    const answer = await staff.upload(`big-${Date.now()}.pdf`, bytes);
    insist(answer.status === 201, `${bytes.length} bytes are taken`, answer);
    return `an upload of ${bytes.length} bytes`;
  },

  async stream() {
    const staff = await Staff.signIn(web, password);
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const events = await open(web, 'GET', '/api/admin/uploads/events', { headers: { Cookie: cookie }, timeout: 0 });
    insist(events.statusCode === 200, `the stream is open: ${events.statusCode}`);
    const name = `stream-${Date.now()}.pdf`;
    const told = new Promise((done) => {
      let text = '';
      events.on('data', (portion) => {
        text += portion;
        if (text.includes(name)) done(performance.now());
      });
    });
    const answer = await staff.upload(name, pdf(Date.now() % 10_000, 1));
    insist(answer.status === 201, 'an upload is taken', answer);
    const began = performance.now();
    const late = sleep(5000).then(() => undefined);
    const at = await Promise.race([told, late]);
    insist(at !== undefined, 'the stream tells of an upload within 5 s');
    // Longer than the keep-alive: a proxy that ends a quiet stream would end it here.
    const isOpen = await Promise.race([new Promise((done) => events.once('end', () => done(false))), sleep(35_000)]);
    insist(isOpen !== false, 'the stream stays open for 35 s');
    events.destroy();
    return `an event after ${Math.max(0, Math.round(at - began))} ms, and the stream stayed open`;
  },

  async load(seconds) {
    const end = Date.now() + Number(seconds) * 1000;
    const counts = { guided: 0, helped: 0, shared: 0 };
    const failed = [];
    const act = async (what, path, body, isGood) => {
      while (Date.now() < end) {
        try {
          const answer = await call(web, 'POST', path, { body });
          if (isGood(answer)) counts[what] += 1;
          else failed.push(`${what}: ${answer.status} ${answer.text.slice(0, 100)}`);
        } catch (error) {
          failed.push(`${what}: ${error.message}`);
        }
        await sleep(100);
      }
    };
    await Promise.all([
      act('guided', '/api/guidance', STRUGGLE, ({ status }) => status === 200),
      act('helped', '/api/guidance', DANGER, ({ status, text }) => status === 200 && text.includes('988')),
      act('shared', '/api/testimonies', STORY, ({ status }) => status === 201),
    ]);
    insist(failed.length === 0, `${failed.length} calls failed; the first: ${failed.slice(0, 5).join(' | ')}`);
    return `${counts.guided} guided, ${counts.helped} helped, ${counts.shared} stories, no call failed`;
  },
};

const [name, ...words] = process.argv.slice(2);
if (!parts[name]) {
  process.stderr.write(`no such part: ${name}\n`);
  process.exit(2);
}
try {
  process.stdout.write(`${await parts[name](...words)}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`✗ ${error.message}\n`);
  process.exit(1);
}
