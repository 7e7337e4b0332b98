import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ADMINISTRATION_INPUTS } from '../../testing/users/administration-inputs.ts';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { storeUsers } from '../../testing/users/users.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { PERSON_INPUTS } from '../../testing/users/user-inputs.ts';
import {
  generateClients,
  type GeneratedCall,
  type GeneratedClients,
} from '../../testing/openapi/generate-clients.ts';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import type { CreateAccessTokenInput } from '../../shared/schemas/access-tokens.ts';
import { checkConfiguration } from '../configuration/check-configuration.ts';
import { COMMON_ERRORS, KIND_ERRORS } from '../trpc/procedure-meta.ts';
import { apiProcedures } from './api-procedures.ts';

const it = testWith({
  configuration: checkConfiguration(
    defineFoyer({
      fields: z.object({
        nickname: field(z.string().max(50), {
          read: ['person'],
          write: ['person'],
          label: { en: 'Nickname' },
        }),
      }),
    }),
  ),
});
const NAMES = ['openapi-fetch', 'hey-api', 'oazapfts'] as const;
const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript-7/bin/tsc', import.meta.url));

/** What a guard answers before the input is read, and the answers to an input that was not understood. */
const NOT_REACHED = new Set<string>([
  ...COMMON_ERRORS,
  ...Object.values(KIND_ERRORS).flat(),
  'INVALID_INPUT',
  'SCOPE_MISSING',
]);

/** They need an access token, or a second factor, which the session of this test does not have. */
const REFUSED = [
  'accessTokens.current ACCESS_TOKEN_INVALID',
  'accessTokens.revokeCurrent ACCESS_TOKEN_INVALID',
  'secondFactor.createRecoveryCodes SECOND_FACTOR_REQUIRED',
  'secondFactor.removeNow SECOND_FACTOR_REQUIRED',
  'secondFactor.removeTotp SECOND_FACTOR_REQUIRED',
];

/** The session is another person's during the first of them, and ends with the last. */
const LAST = ['users.impersonate', 'session.endImpersonation', 'session.signOut'];
const PROCEDURES = apiProcedures().toSorted(
  (one, other) => LAST.indexOf(one.path) - LAST.indexOf(other.path),
);

const folder = folderOfFile();
let clients: GeneratedClients;
it.beforeAll(async ({ app }) => {
  const { text } = await app.agent().request('/openapi.json');
  clients = await generateClients(text, folder);
  // The generators are slow on a busy machine.
}, 180_000);

interface Answer {
  readonly status: number;
  readonly result?: { readonly data: unknown };
  readonly error?: { readonly data: { readonly appCode: string } };
}

/** Calls by this generated client in the session of this browser. The client reads the answer, too. */
function callAs(agent: HttpAgent, name: (typeof NAMES)[number]) {
  let answer: Answer | undefined;
  const call = clients[name]?.({
    origin: agent.origin,
    async fetch(request) {
      const { method, url, headers, body } = request;
      const { status, text } = await agent.request(url, {
        method,
        headers: Object.fromEntries(headers),
        ...(body ? { body: await request.blob() } : {}),
      });
      answer = { ...(JSON.parse(text) as Answer), status };
      return new Response(text, { status, headers: { 'content-type': 'application/json' } });
    },
  });
  return async (...parameters: Parameters<GeneratedCall>): Promise<Answer> => {
    answer = undefined;
    await call?.(...parameters);
    if (!answer) throw new Error(`${parameters[0]} was not called`);
    return answer;
  };
}

function inputOf(name: string, id: string): Blob | object | undefined {
  return (ADMINISTRATION_INPUTS[name]?.(id) ?? PERSON_INPUTS[name]?.()) as Blob | object | undefined;
}

// All are generated and compiled. `npm test` calls by the first one.
describe.each(NAMES.slice(0, rounds(1, NAMES.length)))('the client that %s generates', (name) => {
  it('reaches every procedure with its input', async ({ app }) => {
    await app.resetLimits();
    const { agent } = await makeAdministrator(app);
    const [person] = await storeUsers(app, [{}]);
    const call = callAs(agent, name);
    const notReached: string[] = [];
    for (const { path: procedure, kind, errors } of PROCEDURES) {
      const { status, error } = await call(
        procedure,
        kind,
        inputOf(procedure, person?._id.toHexString() ?? ''),
      );
      const code = error?.data.appCode ?? '';
      if (status === 200) continue;
      expect([procedure, errors], `${procedure} answered ${status} ${code}`).toEqual([
        procedure,
        expect.arrayContaining([code]),
      ]);
      if (NOT_REACHED.has(code)) notReached.push(`${procedure} ${code}`);
    }
    expect(notReached.toSorted()).toEqual(REFUSED);
  });

  it('sends numbers, lists and JSON in the query, and they have effect', async ({ app }) => {
    const { agent, userId } = await makeAdministrator(app);
    const id = userId.toHexString();
    const [other] = await storeUsers(app, [{}]);
    const otherId = other?._id.toHexString() ?? '';
    const call = callAs(agent, name);
    const dataOf = async (...parameters: Parameters<GeneratedCall>) =>
      (await call(...parameters)).result?.data as Readonly<Record<string, readonly object[]>>;
    const { profile, accessTokens } = app.client(agent);
    await profile.update.mutate({ name: 'Ada' });
    await accessTokens.create.mutate(inputOf('accessTokens.create', '') as CreateAccessTokenInput);

    expect((await dataOf('activity.list', 'query', { limit: 1 }))['events']).toHaveLength(1);
    expect((await dataOf('activity.list', 'query', undefined))['events']?.length).toBeGreaterThan(1);
    expect((await dataOf('activity.list', 'query', { kinds: ['sign-in'] }))['events']).toMatchObject([
      { kind: 'sign-in' },
    ]);
    const { people } = await dataOf('users.getMany', 'query', { ids: [id, otherId] });
    expect(people).toMatchObject([{ id }, { id: otherId }]);
    expect((await dataOf('users.getMany', 'query', { ids: [id] }))['people']).toMatchObject([{ id }]);
    const whole = { input: JSON.stringify({ search: 'Ada', limit: 1 }) };
    expect((await dataOf('users.list', 'query', whole))['people']).toMatchObject([{ name: 'Ada' }]);
    const unknown = await call('activity.list', 'query', { limitt: 1 });
    // oazapfts sends only the parameters that it knows.
    expect(unknown.status).toBe(name === 'oazapfts' ? 200 : 400);
  });
});

it('are TypeScript that compiles, with types that refuse a wrong input', async () => {
  await writeFile(path.join(folder, 'use.ts'), USE);
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        module: 'esnext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: [],
      },
      files: ['use.ts', 'hey-api/index.ts', 'oazapfts.ts', 'openapi-fetch.ts'],
    }),
  );
  const compile = promisify(execFile)(process.execPath, [COMPILER, '-p', folder]);
  const stdout = await compile.then(
    (result) => result.stdout,
    (error: { stdout: string }) => error.stdout,
  );
  expect(stdout).toBe('');
});

/** Each line that must not compile is one fault. */
const USE = `
import createClient from 'openapi-fetch';
import { activityList, usersGetMany, type Session as HeySession } from './hey-api';
import { activityList as list, type Session, type AccountsUnlinkInput } from './oazapfts.ts';
import type { components, paths } from './openapi-fetch.ts';

const client = createClient<paths>({ baseUrl: 'http://localhost:3000' });
export async function use(): Promise<(string | null | undefined)[]> {
  const { data, error } = await client.GET('/trpc/activity.list', { params: { query: { limit: 1, kinds: ['sign-in'] } } });
  const code: 'RATE_LIMITED' | string | undefined = error?.error.data.appCode;
  // @ts-expect-error
  await client.GET('/trpc/activity.list', { params: { query: { limit: '1' } } });
  // @ts-expect-error
  await client.GET('/trpc/users.get');
  // @ts-expect-error
  await client.POST('/trpc/accounts.unlink', { body: { provider: 'github' } });
  const listed = await activityList({ query: { limit: 1 } });
  // @ts-expect-error
  await activityList({ query: { limitt: 1 } });
  await usersGetMany({ query: { ids: ['1'] } });
  const answer = await list({ limit: 1 });
  // @ts-expect-error
  await list({ limit: true });
  const kind = answer.status === 200 ? answer.data.result.data.events[0]?.kind : undefined;
  return [code, kind, data?.result.data.nextCursor, listed.data?.result.data.nextCursor];
}
export const input: AccountsUnlinkInput = { provider: 'github', providerAccountId: '1' };
export const sameSession = (session: Session): HeySession & components['schemas']['Session'] => session;
`;
