import { describe, expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { it } from '../../testing/app/fixture.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { countWritten } from '../../testing/database/written.ts';
import { callProcedure, PROCEDURES } from '../../testing/app/procedures.ts';
import { beginImpersonation } from '../../testing/users/impersonations.ts';
import { PERSON_INPUTS } from '../../testing/users/user-inputs.ts';
import { SESSION_FRESH_MS } from '../../shared/limits.ts';

/** What an administrator may call while they act as somebody else. Only the end changes anything. */
const ALLOWED = [
  'accessTokens.list',
  'accessTokens.ownScopes',
  'accounts.list',
  'activity.list',
  'email.get',
  'passkeys.list',
  'password.get',
  'phone.get',
  'profile.fields',
  'profile.get',
  'secondFactor.get',
  'securityReview.get',
  'session.endImpersonation',
  'session.list',
  'session.token',
];

/** What anybody may call. It acts for whoever gives the proof, never for the person of the session. */
const PUBLIC = [
  'accessTokens.current',
  'accessTokens.revokeCurrent',
  'accounts.denyLink',
  'accounts.pendingLink',
  'email.undo',
  'password.requestReset',
  'password.reset',
  'password.signIn',
  'password.signUp',
  'providers.discover',
  'providers.list',
  'secondFactor.stopRemoval',
  'session.beginPasskey',
  'session.completeSignIn',
  'session.confirmLink',
  'session.continueWithoutAddress',
  'session.get',
  'session.pending',
  'session.requestLink',
  'session.requestPhoneCode',
  'session.signInWith',
  'session.signInWithCode',
  'session.signInWithPasskey',
  'session.signInWithPhoneCode',
  'session.signOut',
];

const codeOf = ({ text }: AgentAnswer) =>
  (JSON.parse(text) as { error?: { data: { appCode: string } } }).error?.data.appCode;

it.for(PROCEDURES.filter(({ kind }) => kind !== 'public'))(
  'without a session, $path answers SessionRequired',
  async (procedure, { app }) => {
    expect(codeOf(await callProcedure(app.agent(), procedure))).toBe('SessionRequired');
  },
);

describe('with a sign-in that is too old (ASVS 7.5.1, security.md 16)', () => {
  let agent: HttpAgent;
  it.beforeAll(async ({ app }) => {
    agent = await app.signInByMail(uniqueEmail());
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
  });

  it.for(PROCEDURES.filter(({ kind }) => kind === 'fresh' || kind === 'fresh-enrolment'))(
    '$path answers SESSION_NOT_FRESH and writes nothing',
    async (procedure, { app }) => {
      const before = await countWritten(app);
      const answer = await callProcedure(agent, procedure, PERSON_INPUTS[procedure.path]?.() ?? {});
      expect(codeOf(answer)).toBe('SESSION_NOT_FRESH');
      expect(await countWritten(app)).toEqual(before);
    },
  );

  it('these procedures are among them', () => {
    const fresh = PROCEDURES.filter(({ kind }) => kind === 'fresh' || kind === 'fresh-enrolment');
    expect(fresh.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'accessTokens.create',
        'accounts.link',
        'accounts.resumeLink',
        'accounts.unlink',
        'data.deleteAccount',
        'data.export',
        'email.change',
        'passkeys.begin',
        'passkeys.finish',
        'passkeys.remove',
        'password.change',
        'password.remove',
        'password.set',
        'phone.remove',
        'phone.set',
      ]),
    );
  });
});

describe('the procedures while an administrator acts as somebody else (security.md 46)', () => {
  it('are declared here: those that are allowed, and those for anybody', () => {
    const allowed = PROCEDURES.filter(({ whileImpersonating }) => whileImpersonating);
    expect(allowed.map(({ path }) => path).toSorted()).toEqual(ALLOWED);
    const open = PROCEDURES.filter(
      ({ kind, whileImpersonating }) => kind === 'public' && !whileImpersonating,
    );
    expect(open.map(({ path }) => path).toSorted()).toEqual(PUBLIC);
  });

  it('are refused, all but these', async ({ app }) => {
    const { agent } = (await beginImpersonation(app)).administrator;
    const codes: Record<string, string | undefined> = {};
    for (const procedure of PROCEDURES) {
      if (PUBLIC.includes(procedure.path) || procedure.path === 'session.endImpersonation') continue;
      codes[procedure.path] = codeOf(await callProcedure(agent, procedure));
    }
    const refused = Object.keys(codes).filter((path) => codes[path] === 'IMPERSONATION_REFUSED');
    expect(refused.toSorted()).toEqual(
      PROCEDURES.map(({ path }) => path)
        .filter((path) => !PUBLIC.includes(path) && !ALLOWED.includes(path))
        .toSorted(),
    );
    // The impersonation went on all the while.
    expect((await app.client(agent).session.get.query())?.impersonation).not.toBeNull();
  });

  it('refuse to begin a verification by passkey', async ({ app }) => {
    const { client } = (await beginImpersonation(app)).administrator;
    const begin = client.session.beginPasskey.mutate({ purpose: 'verify' });
    expect(await appCodeOf(begin)).toBe('IMPERSONATION_REFUSED');
  });
});
