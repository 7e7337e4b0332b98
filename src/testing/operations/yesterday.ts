import { HOUR_MS, MINUTE_MS } from '../../shared/limits.ts';
import { checkStoredSecret } from '../../server/database/stored-secret.ts';
import { makeToken } from '../users/access-tokens.ts';
import { makeServiceKey } from '../users/administrators.ts';
import { waitForNextCode } from '../sign-in/authenticator-apps.ts';
import { enrolUser } from '../users/enrolled-user.ts';
import { authorize, redeem } from '../oauth/flows.ts';
import { signUpWithPassword } from '../sign-in/passwords.ts';
import { beginSignIn } from '../sign-in/second-step.ts';
import { aSignedInUser } from '../users/signed-in-users.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';
import { storeEndpoint } from '../webhooks/endpoints.ts';

/** Makes what the backup of yesterday has: people with all sign-in methods. Their password is `PASSWORD`. */
export async function makeYesterday(app: TestApp, options: { webhooks: string; visitors: number }) {
  app.advance(-20 * HOUR_MS);
  await checkStoredSecret(app.deps);
  const endpoint = await storeEndpoint(app.deps, { url: options.webhooks });
  const visitors = Array.from({ length: options.visitors }, uniqueEmail);
  for (const visitor of visitors) await signUpWithPassword(app, visitor);

  const ada = await aSignedInUser(app);
  const elsewhere = await app.signInByMail(ada.email);
  const [revokedToken, keptToken] = [await makeToken(app, ada.agent), await makeToken(app, ada.agent)];
  const bob = await aSignedInUser(app);
  const carol = await aSignedInUser(app);
  const frank = await aSignedInUser(app);
  const { refresh_token: refreshToken } = await redeem(app, await authorize(frank.agent));
  const { key: serviceKey } = await makeServiceKey(app, ['users:write']);

  // A current browser would have removed the cookies of these before they are used.
  app.resetClock();
  app.advance(-5 * MINUTE_MS);
  const erin = await enrolUser(app);
  waitForNextCode(app);
  const trusted = await beginSignIn(app, erin.email);
  const code = erin.authenticator.code();
  await app.client(trusted).session.completeSignIn.mutate({ code, trustBrowser: true });
  const dave = { email: uniqueEmail(), agent: app.agent() };
  await app.client(dave.agent).session.requestLink.mutate({ email: dave.email });
  const daveCode = app.mailbox.codeOf(app.mailbox.last(dave.email));
  app.resetClock();
  return {
    endpoint,
    visitors,
    ada: { ...ada, elsewhere, revokedToken, keptToken },
    bob,
    carol,
    dave: { ...dave, code: daveCode },
    erin: { ...erin, trusted },
    frank: { ...frank, refreshToken },
    serviceKey,
  };
}
