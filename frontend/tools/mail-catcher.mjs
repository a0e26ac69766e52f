/**
 * Catches mail instead of sending it: SMTP on one loopback port, a page that lists the messages on another.
 *
 *   node mail-catcher.mjs SMTP_PORT PAGE_PORT
 *
 * bin/dev starts it so that sign-in by e-mail works without a mail server. bin/test starts it for the browser tests,
 * which read `/messages?to=ADDRESS` (JSON, newest first). Messages are kept in memory only.
 */
import { createServer } from 'node:http';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const MAX_KEPT = 200;
const [smtpPort, pagePort] = process.argv.slice(2).map(Number);
const messages = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  size: 1024 * 1024,
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      PostalMime.parse(Buffer.concat(chunks)).then(
        ({ subject, text }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
          messages.unshift({ at: new Date().toISOString(), to, subject, text });
          messages.length = Math.min(messages.length, MAX_KEPT);
          done();
        },
        (error) => done(error),
      );
    });
  },
});

const escaped = (text) =>
  String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Turns URLs in a message into links, so that a sign-in link can be clicked. */
const linked = (text) =>
  escaped(text).replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`);

const list = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Caught mail</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<h1>Caught mail</h1>
${messages.length === 0 ? '<p>Nothing yet. This page looks again by itself.</p>' : ''}
${messages
  .map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><p>To ${escaped(to.join(', '))}, ${at}</p><pre>${linked(text)}</pre></article>`,
  )
  .join('<hr>')}</html>`;

const pages = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  response.setHeader('cache-control', 'no-store');
  if (url.pathname === '/messages') {
    const to = url.searchParams.get('to')?.toLowerCase();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(messages.filter((message) => !to || message.to.includes(to))));
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-security-policy', "default-src 'none'");
  response.end(list());
});

smtp.listen(smtpPort, '127.0.0.1');
pages.listen(pagePort, '127.0.0.1', () => {
  process.stdout.write(`Caught mail: http://127.0.0.1:${pagePort}\n`);
});
