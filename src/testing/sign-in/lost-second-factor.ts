import { ObjectId } from 'mongodb';
import { DAY_MS, SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../shared/limits.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { makeSecurityEvent, writeOutbox } from '../../server/domain/activity/security-events.ts';
import { passkeyEvent, secondFactorEvent } from '../../server/domain/rules/event-contents.ts';
import { requestRemoval } from '../../server/domain/second-factor/removal.ts';
import type { StoredPasskey } from '../../server/database/second-factor-documents.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from './passwords.ts';
import { mailedToken } from '../app/mails.ts';
import { actorOf } from '../users/sessions.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

/** Stores second factors whose keys and secrets nobody has. A name makes them findable. */
export async function storeSecondFactors(app: TestApp, userId: ObjectId, name: string): Promise<void> {
  const now = app.deps.now();
  const passkey = aPasskey(name, now);
  const securityEvent = makeSecurityEvent(app.deps, {
    kind: null,
    requestContext: null,
    mailTo: [],
    events: [
      passkeyEvent('method.added', passkey),
      secondFactorEvent('authenticator-app-added'),
      secondFactorEvent('recovery-codes-created'),
    ],
  });
  await app.deps.collections.users.updateOne(
    { _id: userId },
    {
      $push: { outbox: securityEvent },
      $set: {
        passkeyHandle: `handle-of-${name}`,
        passkeys: [passkey],
        totp: [
          {
            id: new ObjectId(),
            name: `app of ${name}`,
            secret: `sealed secret of ${name}`,
            lastStep: 0,
            drift: 1,
            createdAt: now,
            lastUsedAt: now,
          },
        ],
        recoveryCodes: {
          hashes: [`hash of a recovery code of ${name}`, `hash of another of ${name}`],
          createdAt: now,
        },
        trustedBrowsers: [
          {
            id: new ObjectId(),
            deviceHash: `hash of a device of ${name}`,
            userAgent: `browser of ${name}`,
            createdAt: now,
            expires: new Date(now.getTime() + DAY_MS),
          },
        ],
      },
    },
  );
  await writeOutbox(app.deps, userId, securityEvent);
}

function aPasskey(name: string, createdAt: Date): StoredPasskey {
  return {
    id: `passkey-of-${name}`,
    publicKey: `public key of ${name}`,
    counter: 0,
    transports: ['internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    synced: true,
    rpId: 'localhost',
    name: `passkey of ${name}`,
    createdAt,
    lastUsedAt: null,
  };
}

/** Makes a session as strong as one by passkey. */
export async function makeStrong(app: TestApp, agent: HttpAgent): Promise<void> {
  const { session } = await actorOf(app.deps, agent);
  const proof = { method: 'passkey', factor: 'multi-factor', at: app.deps.now() } as const;
  await app.deps.collections.sessions.updateOne({ _id: session._id }, { $push: { proofs: proof } });
}

/** A person with a password and second factors, in a browser with a session at level 1. */
export async function aProtectedPerson(app: TestApp, email = uniqueEmail()) {
  await app.resetLimits();
  const agent = await signUpWithPassword(app, email);
  const { user } = await actorOf(app.deps, agent);
  await storeSecondFactors(app, user._id, email);
  return { email, agent, userId: user._id, secondFactor: app.client(agent).secondFactor, password: PASSWORD };
}

/** Asks for the removal, as the command does. Returns the token of the link in the mail. */
export async function askForRemoval(app: TestApp, email: string, reason = 'Lost phone'): Promise<string> {
  await requestRemoval(app.deps, { email, reason });
  return stopTokenOf(app, email);
}

export function stopTokenOf(app: TestApp, email: string): Promise<string> {
  return mailedToken(app, email, '/stop-second-factor-removal');
}

/** Runs the jobs that are due when the owner can no longer stop a removal. */
export async function runAfterDelay(app: TestApp): Promise<void> {
  app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
  await runDueJobs(app.deps);
  app.resetClock();
}
