/**
 * A GitHub test double for the browser tests: OAuth with PKCE and the user API, on loopback.
 *
 *   node github.mjs PORT
 *
 * Like GitHub it accepts each code once, and answers 200 with an error in the body for an invalid code.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const port = Number(process.argv[2]);
const client = { id: 'stillwater-journeys', secret: 'not-a-secret' };
const codes = new Map();
const tokens = new Map();

const page = (asked) => `<!doctype html><html lang="en"><title>Authorize for the journey</title>
<h1>Authorize for the journey</h1>
<form method="post" action="/login/oauth/authorize?${asked}"><label>Email <input name="address" type="email"></label>
<button>Authorize</button></form></html>`;

/** GitHub identifies users by number. */
const numberOf = (address) => createHash('sha256').update(address).digest().readUInt32BE(0);

async function formOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function redeem(form) {
  const granted = codes.get(form.get('code'));
  codes.delete(form.get('code'));
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isOurs = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
  const isAsker =
    granted?.challenge === challenge && granted?.redirect === form.get('redirect_uri');
  if (!isOurs || !isAsker) return { error: 'bad_verification_code' };
  const token = randomUUID();
  tokens.set(token, granted.address);
  return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  const asked = url.searchParams;
  const address = tokens.get(request.headers.authorization?.replace('Bearer ', ''));
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /login/oauth/authorize':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page(asked.toString().replaceAll('&', '&amp;')));
      return;
    case 'POST /login/oauth/authorize': {
      const code = randomUUID();
      codes.set(code, {
        address: (await formOf(request)).get('address'),
        challenge: asked.get('code_challenge'),
        redirect: asked.get('redirect_uri'),
      });
      const back = new URL(asked.get('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state'));
      response.writeHead(302, { location: back.href });
      response.end();
      return;
    }
    case 'POST /login/oauth/access_token':
      json(response, 200, redeem(await formOf(request)));
      return;
    case 'GET /user':
      if (!address) json(response, 401, { message: 'Requires authentication' });
      else json(response, 200, { id: numberOf(address), login: 'someone', name: 'Test Octo' });
      return;
    case 'GET /user/emails':
      if (!address) json(response, 401, { message: 'Requires authentication' });
      else json(response, 200, [{ email: address, primary: true, verified: true }]);
      return;
    default:
      json(response, 404, { message: 'Not Found' });
  }
}).listen(port, '127.0.0.1', () => {
  process.stdout.write(`GitHub: http://127.0.0.1:${port}\n`);
});
