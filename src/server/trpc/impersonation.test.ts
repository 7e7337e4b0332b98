import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { it } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { readDeclaration, type ProcedureMeta } from './procedure-meta.ts';
import { appRouter } from './router.ts';

/** What an administrator may call while they act as somebody else: reads, and the end itself. */
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

/** Public procedures, which act for whoever verifies, never for the user of the session. */
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

const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: 'query' | 'mutation'; meta?: ProcedureMeta } }
  >,
).map(([path, { _def }]) => ({ path, type: _def.type, ...readDeclaration(_def.meta) }));

async function codeOf(
  agent: HttpAgent,
  { path, type }: { readonly path: string; readonly type: string },
): Promise<string | undefined> {
  const answer =
    type === 'query'
      ? await agent.request(`/trpc/${path}?input=${encodeURIComponent('{}')}`)
      : await agent.postJson(`/trpc/${path}`, {});
  const { error } = JSON.parse(answer.text) as { error?: { data: { appCode: string } } };
  return error?.data.appCode;
}

async function actAsSomebody(app: TestApp): Promise<HttpAgent> {
  const { agent, client } = await makeAdministrator(app);
  const person = await app.signInByMail(uniqueEmail());
  const session = await app.client(person).session.get.query();
  await client.users.impersonate.mutate({ id: session?.user.id ?? '', reason: 'Ticket 4711' });
  return agent;
}

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
    const agent = await actAsSomebody(app);
    const codes: Record<string, string | undefined> = {};
    for (const procedure of PROCEDURES) {
      if (PUBLIC.includes(procedure.path) || procedure.path === 'session.endImpersonation') continue;
      codes[procedure.path] = await codeOf(agent, procedure);
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
    const agent = await actAsSomebody(app);
    const begin = app.client(agent).session.beginPasskey.mutate({ purpose: 'verify' });
    expect(await appCodeOf(begin)).toBe('IMPERSONATION_REFUSED');
  });
});
