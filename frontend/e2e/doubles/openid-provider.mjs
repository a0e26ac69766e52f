/**
 * A Google test double for the browser tests: a certified OpenID provider on loopback. It signs in any address
 * without a password.
 *
 *   node openid-provider.mjs PORT REDIRECT_URI
 *
 * An address whose local part ends in `-unverified` counts as unverified. The account belongs to the organisation of its
 * domain, so the provider answers for the mailbox.
 */
import { Provider } from 'oidc-provider';

const [port, redirect] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;

/** The claims of an address. */
const claimsOf = (address) => {
  const [name, domain] = address.split('@');
  return {
    sub: address,
    email: address,
    email_verified: !name.endsWith('-unverified'),
    given_name: 'Test',
    family_name: name,
    hd: domain,
  };
};

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'stillwater-journeys',
      client_secret: 'not-a-secret',
      redirect_uris: [redirect],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
  ],
  pkce: { required: () => true },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'hd'],
  },
  // Google puts these claims into the ID token too.
  conformIdTokenClaims: false,
  findAccount: (_, address) => ({ accountId: address, claims: () => claimsOf(address) }),
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['for-journeys-only'] },
  // Skips the consent screen.
  async loadExistingGrant({ oidc: { client, session } }) {
    const grant = new provider.Grant({
      clientId: client.clientId,
      accountId: session.accountId,
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

const page = `<!doctype html><html lang="en"><title>Sign in for the journey</title>
<h1>Sign in for the journey</h1>
<form method="post"><label>Email <input name="address" type="email"></label>
<button>Continue</button> <button name="cancel" value="yes">Cancel</button></form></html>`;

async function formOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

provider.use(async (context, next) => {
  if (!context.path.startsWith('/interaction/')) return next();
  if (context.method === 'GET') {
    context.type = 'html';
    context.body = page;
    return;
  }
  const form = await formOf(context.req);
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'cancelled' }
    : { login: { accountId: form.get('address') } };
  context.respond = false;
  await provider.interactionFinished(context.req, context.res, result, {
    mergeWithLastSubmission: false,
  });
});

provider.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`OpenID provider: ${issuer}\n`);
});
