import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { PublishedConfiguration, PublishedField } from '../../src/shared/published-configuration.ts';
import { renderTypes } from './cli/types.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node', 'express'],
  paths: { 'foyer-auth/*': [path.join(FOLDER, '*.ts')] },
};
/** Each file is parsed once for all applications. */
const parsed = ts.createDocumentRegistry();

/** An editor with the files of an application that uses the package. */
function openEditor(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.join(FOLDER, name), text]));
  const readFile = (file: string) => texts.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService(
    {
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getCompilationSettings: () => OPTIONS,
      getScriptFileNames: () => [...texts.keys()],
      // Of each application: they share the files that they do not have themselves.
      getScriptVersion: (file) => texts.get(file) ?? '1',
      getScriptSnapshot: (file) => {
        const text = readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => path.resolve(FOLDER, '../..'),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      readFile,
      fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
    },
    parsed,
  );
  return {
    /** The messages of the compiler. */
    errors: () =>
      [...texts.keys()].flatMap((file) =>
        service
          .getSemanticDiagnostics(file)
          .map(
            ({ messageText }) =>
              `${path.basename(file)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
          ),
      ),
    /** What it says of the name before a position. */
    hover(name: string, position: number) {
      const info = service.getQuickInfoAtPosition(path.join(FOLDER, name), position - 1);
      return {
        text: ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' '),
        doc: ts.displayPartsToString(info?.documentation),
        throws: ts.displayPartsToString(info?.tags?.find((tag) => tag.name === 'throws')?.text),
      };
    },
  };
}

const CONFIG = `
import { defineFoyer, field } from 'foyer-auth/config';
import { z } from 'zod';
const config = defineFoyer({
  fields: z.object({
    plan: field(z.enum(['free', 'pro']), {
      read: ['person', 'application'], write: ['application'], label: { en: 'Plan' }, session: true, indexed: true,
    }),
    seats: field(z.int(), {
      read: ['application', 'administrator'], write: ['administrator'], label: { en: 'Seats' }, token: true,
    }),
    motto: field(z.string().max(80), { read: ['person'], write: ['person'], label: { en: 'Motto' } }),
  }),
  access: {
    permissions: ['invoice:read', 'invoice:write'],
    roles: { accountant: ['invoice:read', 'invoice:write'], viewer: ['invoice:read'] },
    scopes: { 'orders:write': { label: { en: 'Change orders' } } },
  },
  clients: { shop: { name: 'Shop', redirects: ['https://shop.example/callback'], scopes: ['orders:write'] } },
  admit(user, { action }) {
    const plan: 'free' | 'pro' | undefined = user.data.plan;
    return action === 'sign-up' && plan === undefined ? { refuse: 'ADMISSION_REFUSED' } : undefined;
  },
  claims: (session) => ({ tenant: session.user.data.plan === 'pro' ? 'large' : 'small' }),
});
export default config;
`;
const REGISTER = `
declare module 'foyer-auth/config' { interface Register { config: typeof config } }
`;

/** A field as Foyer publishes it. */
const declared = (schema: PublishedField['schema'], en: string, rest: Partial<PublishedField>) => ({
  schema,
  label: { en },
  read: [],
  write: [],
  session: false,
  token: false,
  indexed: false,
  ...rest,
});
const PUBLISHED: PublishedConfiguration = {
  permissions: ['invoice:read', 'invoice:write'],
  roles: { administrator: [], accountant: ['invoice:read', 'invoice:write'], viewer: ['invoice:read'] },
  graveRoles: ['administrator'],
  scopes: { 'orders:write': { label: { en: 'Change orders' }, description: null } },
  fields: {
    plan: declared({ type: 'string', enum: ['free', 'pro'] }, 'Plan', {
      read: ['person', 'application'],
      write: ['application'],
      session: true,
      indexed: true,
    }),
    seats: declared({ type: 'integer' }, 'Seats', {
      read: ['application', 'administrator'],
      write: ['administrator'],
      token: true,
    }),
    motto: declared({ type: 'string' }, 'Motto', { read: ['person'], write: ['person'] }),
  },
};

const APPLICATION = `
import { can, createFoyerClient, type User, type Session } from 'foyer-auth/client';
import type { ProfileData, ProfileDataChanges } from 'foyer-auth/config';
import { Protect, useCan } from 'foyer-auth/react';
import { requirePermission } from 'foyer-auth/express';
import { checkPermission, getSession, verifySessionToken } from 'foyer-auth/server';
import { verifyWebhook, type EventType, type FoyerEvent } from 'foyer-auth/webhooks';

declare const session: Session;
declare const user: User;
declare const request: Request;
const client = createFoyerClient({ url: 'https://example.com', serviceKey: 'foyer_sk_x' });

can(session, 'invoice:read');
useCan('invoice:write');
requirePermission('invoice:read');
checkPermission(null, 'invoice:read');
await getSession(request, { url: 'https://example.com', accessTokens: { scopes: ['orders:write', 'email:read'] } });
await client.accessTokens.create.mutate({ name: 'Shop', scopes: ['orders:write'], expires: '2027-01-01T00:00:00Z' });
if (session.via.kind === 'access-token') session.via.scopes.includes('orders:write');
export const page = <Protect permission="invoice:read">Invoices</Protect>;
export const plan: 'free' | 'pro' | undefined = session.user.data.plan;
export const seats: number | undefined = user.data.seats;
export const roles: ('accountant' | 'viewer' | 'administrator')[] = session.roles;
const claims = await verifySessionToken('token', { url: 'https://example.com', audience: 'reports' });
can(claims, 'invoice:write');
export const tokenSeats: number | undefined = claims.data.seats;
export const tenant: string = claims.tenant;
await client.users.setRoles.mutate({ id: user.id, roles: ['viewer'] });
await client.users.setData.mutate({ id: user.id, data: { plan: 'pro', seats: null } });
await client.users.list.query({ role: 'accountant', data: { plan: 'pro' } });
const event = await verifyWebhook(request, { secret: 'whsec_x' });
if (event.type === 'roles.changed') {
  const added: ('accountant' | 'viewer' | 'administrator')[] = event.data.added;
  await client.users.setRoles.mutate({ id: event.subject, roles: added });
}
export const events: FoyerEvent[] = (await client.events.list.query({ types: ['user.deleted'] })).events;
export const profile: ProfileData = { plan: 'free', motto: 'Onwards' };
export const change: ProfileDataChanges = { motto: null };
`;

/** Names with a typo, and fields that the caller may not read, write or filter by. */
const MISTAKES = `
await getSession(request, { url: 'https://example.com', accessTokens: { scopes: ['orders:wirte'] } });
await client.accessTokens.create.mutate({ name: 'Shop', expires: '2030-01-01T00:00:00Z', scopes: ['orders:wirte'] });
if (session.via.kind === 'access-token') session.via.scopes.includes('order:write');
can(session, 'invoice:raed');
can(claims, 'invoice:raed');
useCan('invoice:wirte');
requirePermission('invoices:read');
checkPermission(null, 'invoices:read');
export const misspelt = <Protect permission="invoice:reed">Invoices</Protect>;
await client.users.setRoles.mutate({ id: user.id, roles: ['veiwer'] });
session.roles.includes('acountant');
if (event.type === 'roles.changed') event.data.added.includes('veiwer');
if (event.type === 'user.craeted') void event;
export const type: EventType = 'user.craeted';
void event.subject;
await client.events.list.query({ types: ['user.craeted'] });
await client.users.list.query({ role: 'viwer' });
session.user.data.plna;
session.user.data.seats;
claims.data.plan;
claims.tenants;
user.data.motto;
await client.users.setData.mutate({ id: user.id, data: { plan: 'gold' } });
await client.users.setData.mutate({ id: user.id, data: { motto: 'Onwards' } });
await client.users.list.query({ data: { seats: 3 } });
export const wrongChange: ProfileDataChanges = { plan: 'pro' };
`;
const APPLICATION_WITH_MISTAKES = `${APPLICATION}${MISTAKES.replaceAll(/^(?=.)/gm, '// @ts-expect-error\n')}`;

it('knows the roles, permissions, scopes and own fields of a registered configuration', () => {
  const files = { 'foyer.config.ts': CONFIG + REGISTER, 'application.tsx': APPLICATION_WITH_MISTAKES };
  expect(openEditor(files).errors()).toEqual([]);
});

it('knows them from the file of `foyer types`, but not the claims', () => {
  const files = {
    'foyer.d.ts': renderTypes(PUBLISHED, 'https://example.com'),
    'application.tsx': APPLICATION_WITH_MISTAKES.replace(/^.*claims\.tenant;$/m, ''),
  };
  expect(openEditor(files).errors()).toEqual([]);
});

const UNREGISTERED = `
import { can, createFoyerClient, type User, type Session } from 'foyer-auth/client';
import { getSession } from 'foyer-auth/server';
declare const session: Session;
declare const user: User;
can(session, 'whatever:read');
declare const request: Request;
await getSession(request, { url: 'https://example.com', accessTokens: { scopes: ['whatever:read'] } });
export const roles: string[] = session.roles;
export const plan: unknown = session.user.data['plan'];
const client = createFoyerClient({ url: 'https://example.com' });
await client.users.setData.mutate({ id: user.id, data: { anything: 1 } });
await client.users.setRoles.mutate({ id: user.id, roles: ['anything'] });
// @ts-expect-error -- the value may be anything
export const text: string = session.user.data['plan'];
// @ts-expect-error -- a permission is a name
can(session, 1);
`;

it('takes any name where nothing is registered', () => {
  const editor = openEditor({ 'foyer.config.ts': CONFIG, 'application.ts': UNREGISTERED });
  expect(editor.errors()).toEqual([]);
});

const WRONG_CONFIG = `
import { defineFoyer, field } from 'foyer-auth/config';
import { z } from 'zod';
// @ts-expect-error -- an undeclared permission
defineFoyer({ access: { permissions: ['invoice:read'], roles: { viewer: ['invoice:raed'] } } });
// @ts-expect-error -- an undeclared permission of a grave role
defineFoyer({ access: { permissions: ['invoice:read'], roles: { viewer: { permissions: ['invoice:raed'], grave: true } } } });
defineFoyer({ access: { permissions: ['invoice:read'], roles: { viewer: { permissions: ['invoice:read'], grave: true } } } });
// @ts-expect-error -- a scope without its label
defineFoyer({ access: { scopes: { 'orders:write': {} } } });
defineFoyer({ access: { scopes: { 'orders:write': { label: { en: 'Change orders' } } } } });
// @ts-expect-error -- a client without its name
defineFoyer({ clients: { shop: { redirects: [] } } });
// @ts-expect-error -- an unknown option of a client
defineFoyer({ clients: { shop: { name: 'Shop', secret: 'foyer_cs_x' } } });
defineFoyer({
  access: { scopes: { 'orders:write': { label: { en: 'Change orders' } } } },
  // @ts-expect-error -- an undeclared scope
  clients: { shop: { name: 'Shop', scopes: ['orders:wirte'] } },
});
// @ts-expect-error -- a field without its options
defineFoyer({ fields: z.object({ plan: z.string() }) });
// @ts-expect-error -- an unknown key
defineFoyer({ feilds: z.object({}) });
// @ts-expect-error -- an unknown party
field(z.string(), { read: ['persons'], write: [], label: { en: 'Plan' } });
// @ts-expect-error -- a code outside the catalogue
defineFoyer({ admit: () => ({ refuse: 'NO_SUCH_CODE' }) });
export const empty = defineFoyer({});
`;

it('refuses a configuration with a typo', () => {
  expect(openEditor({ 'foyer.config.ts': WRONG_CONFIG }).errors()).toEqual([]);
});

/** `$` stands behind a name that is hovered. */
const HOVERED = `
import { createFoyerClient, isFoyerError, type Session$ } from './client.ts';
import { getSession } from './server.ts';
const client = createFoyerClient({ url: 'https://example.com' });
const session$ = await client.session.get.query$();
const { user$ } = session!;
const sessions$ = await client.session.list.query();
client.session.signInWith.mutate$({ provider: 'x' });
try {} catch (error) { if (isFoyerError(error)) { const { scope$ } = error; } }
const same$ = await getSession(new Request('https://example.com'), { url: 'https://example.com' });
try {} catch (error) {
  if (isFoyerError(error) && error.code === 'SCOPE_MISSING') { const { scope$: needed } = error; }
  if (isFoyerError<'accounts.unlink'>(error) && error$.code) { const { code$ } = error; }
}
`;

it('an editor shows the names of types, and what a procedure takes, answers and fails with', () => {
  const pieces = HOVERED.split('$');
  const editor = openEditor({ 'application.ts': pieces.join('') });
  const hovers = pieces
    .slice(0, -1)
    .map((_, index) => editor.hover('application.ts', pieces.slice(0, index + 1).join('').length));
  expect(hovers.map(({ text }) => text)).toEqual([
    '(alias) type Session = { user: SessionUser; expires: string; authenticatedAt: string; proofs: Proof[]; amr: string[]; aal: 1 | 2; roles: Role[]; permissions: Permission[]; impersonation: Impersonation | null; via: { kind: "cookie"; } | { kind: "access-token"; id: string; name: string; scopes: Scope[]; }; } import Session',
    'const session: Session | null',
    '(method) query(input?: undefined, options?: CallOptions): Promise<Session | null>',
    'const user: SessionUser',
    'const sessions: ListedSession[]',
    expect.stringContaining('input: { provider: string; callbackUrl?: string | undefined; }'),
    // Any scope is known without a registration.
    expect.stringMatching(/^const scope: string \| undefined$/),
    'const same: RequestSession | null',
    '(property) scope: string',
    'var error: FoyerError<ErrorCodeOf<"accounts.unlink">>',
    expect.stringMatching(/^const code: ("[\w]+" \| )*"LAST_SIGN_IN_METHOD"/),
  ]);
  // No type of a library.
  for (const { text } of hovers) expect(text).not.toMatch(/trpc|zod|Resolver|infer|any/i);
  expect(hovers[2]).toMatchObject({
    doc: 'Who is signed in, or `null`. With an access token: scope `profile:read`.',
    throws: '`ACCESS_TOKEN_INVALID`, `SCOPE_MISSING`',
  });
});
