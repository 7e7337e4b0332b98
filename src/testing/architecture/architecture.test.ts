import { describe, expect, it } from 'vitest';
import { RULES, type RuleName } from './architecture-rules.ts';
import { readSources } from './read-sources.ts';
import { parseSource } from './source-file.ts';

function check(rule: RuleName, samples: Record<string, string>): string[] {
  return RULES[rule](Object.entries(samples).map(([path, text]) => parseSource({ path, text })));
}

/** For each rule, files that break it (each in another way) and similar files that do not. */
const SAMPLES: Record<RuleName, { broken: Record<string, string>; sound: Record<string, string> }> = {
  'the client takes from the server only the type of its router': {
    broken: {
      'src/client/d.ts': `import type { AppRouter, Context } from '../server/trpc/router.ts';`,
      'src/client/e.ts': `export type { AppRouter } from '../server/trpc/router.ts';`,
      'src/client/f.ts': `const app = await import('../server/app.ts');`,
    },
    sound: {
      'src/client/trpc.ts': `import type { AppRouter } from '../server/trpc/router.ts';`,
      'src/client/pages/a.tsx': `import { ERRORS } from '../../shared/errors/catalogue.ts';`,
    },
  },
  'process.env is read in the settings only': {
    broken: {
      'src/server/a.ts': `export const port = process.env.PORT;`,
      'src/server/b.ts': `export const port = process['env']['PORT'];`,
      'src/server/c.ts': `const { env: all } = process;`,
      'src/server/d.ts': `import { env } from 'node:process';`,
    },
    sound: {
      'src/server/settings/settings.ts': `export const port = process.env.PORT;`,
      'src/server/a.test.ts': `export const port = process.env.PORT;`,
      'src/server/b.ts': `export const text = 'process.env.PORT'; // process.env`,
    },
  },
  'the server has no console calls outside main': {
    broken: {
      'src/server/a.ts': `console.log('listening');`,
      'src/server/b.ts': `const { error } = console;`,
    },
    sound: {
      'src/server/main.ts': `console.log('listening');`,
      'src/server/a.ts': `export const text = 'console.log()';`,
    },
  },
  'outgoing requests use the guarded fetch only': {
    broken: {
      'src/server/a.ts': `export const answer = await fetch('https://example.com');`,
      'src/server/b.ts': `export const call = () => globalThis.fetch('https://example.com');`,
      'src/server/identity-providers/a.ts': `export const answer = await fetch('https://example.com');`,
      'src/server/identity-providers/b.ts': `import { Agent } from 'undici'; export const agent = new Agent();`,
      'src/server/e.ts': `import { request } from 'node:https'; export const ask = request;`,
      'src/server/f.ts': `import { createRemoteJWKSet } from 'jose'; export const keys = createRemoteJWKSet;`,
    },
    sound: {
      'src/server/net/transport.ts': `import { fetch } from 'undici'; export const ask = fetch;`,
      'src/server/g.ts': `import { createServer } from 'node:http'; export const make = createServer;`,
      'src/server/c.ts': `export const call = (fetch: (url: string) => void) => fetch('/');`,
      'src/server/d.ts': `export const call = (deps: { fetch(url: string): void }) => deps.fetch('/');`,
    },
  },
  'page texts are in src/locales': {
    broken: {
      'src/client/pages/a.tsx': `export const a = <p>Sign in</p>;`,
      'src/client/pages/b.tsx': `export const b = (on: boolean) => <p>{on ? 'Hide' : texts.show}</p>;`,
      'src/client/pages/c.tsx': `export const c = (left: number) => <>{left > 0 && \`in \${left} s\`}</>;`,
      'src/client/pages/d.tsx': `export const d = <button aria-label="Close" />;`,
      'src/client/pages/e.tsx': `export const e = (name: string) => <input placeholder={\`of \${name}\`} />;`,
      'src/client/pages/f.tsx': `export const f = <CodeEntry action="Sign in" />;`,
    },
    sound: {
      'src/client/pages/a.tsx': `export const a = <p className="wide">{texts.title} · {name}</p>;`,
      'src/client/pages/b.tsx': `export const b = <Link to="/sign-in" title={texts.title}>{texts.go}</Link>;`,
      'src/client/pages/c.tsx': `export const c = <form method="post" action="/sign-in/provider" />;`,
      'src/client/pages/a.test.tsx': `export const a = <p>Sign in</p>;`,
      'src/locales/en/a.ts': `export const a = { title: 'Sign in' };`,
    },
  },
  'German and Arabic words are in their folders': {
    broken: {
      'src/server/pages/a.ts': `export const title = 'Zurück';`,
      'src/shared/b.ts': `export const hint = (name: string) => \`\${name} ist nicht bekannt\`;`,
      'src/client/pages/c.tsx': `export const c = <p>Passwort vergessen?</p>;`,
      'src/server/mail/d.ts': `export const TITLES = { en: 'Sign in', de: DE };`,
      'src/server/mail/e.ts': `export const TITLES = { 'de': title() };`,
      'src/locales/en/f.ts': `export const name = 'Deutsch';`,
      'src/client/pages/g.tsx': `export const g = <p>كلمة المرور</p>;`,
      'src/locales/de/h.ts': `export const name = 'العربية';`,
      'src/server/mail/i.ts': `export const TITLES = { en: 'Sign in', ar: AR };`,
    },
    sound: {
      'src/locales/de/a.ts': `export const a = { title: 'Zurück' };`,
      'src/locales/ar/a.ts': `export const a = { title: 'رجوع' };`,
      'src/shared/locale.ts': `export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' };`,
      'src/server/a.test.ts': `export const title = 'Zurück';`,
      'src/server/b.ts': `export const text = 'Under the door'; // Zurück`,
    },
  },
  'email is written in one way': {
    broken: {
      'src/locales/en/pages/a.ts': `export const label = 'E-mail address';`,
      'src/server/a.ts': `// The e-mail is sent first.`,
    },
    sound: {
      'src/locales/en/pages/a.ts': `export const label = 'Email address';`,
      'src/locales/de/pages/a.ts': `export const label = 'E-Mail-Adresse';`,
      'src/server/mail/a.ts': `export { b } from './compose-mail.ts';`,
    },
  },
  'a count picks its form by plural': {
    broken: {
      'src/locales/en/a.ts': `export const a = (count: number) => (count === 1 ? 'One event' : \`\${count} events\`);`,
      'src/locales/de/b.ts': `export const b = (count: number) => (1 !== count ? 'Tage' : 'Tag');`,
      'src/locales/de/c.ts': `export const c = (count: number) => (count > 1 ? 'Tage' : 'Tag');`,
    },
    sound: {
      'src/locales/en/a.ts': `export const a = (days: number) => (days === 365 ? 'a year' : plural(days, FORMS));`,
      'src/client/b.ts': `export const isLast = (count: number) => count === 1;`,
    },
  },
  'the errors of a schema have keys': {
    broken: {
      'src/shared/schemas/a.ts': `export const a = z.string().min(1, { error: 'Enter a name.' });`,
      'src/shared/schemas/b.ts': `export const b = z.string().max(9, { error: \`At most \${9} letters.\` });`,
    },
    sound: {
      'src/shared/schemas/a.ts': `export const a = z.string().min(1, { error: ISSUES['name-missing'] });`,
      'src/shared/phone.ts': `export const b = { error: 'Enter a name.' };`,
    },
  },
  'nothing is exported by a star': {
    broken: {
      'src/shared/a.ts': `export * from './b.ts';`,
      'src/shared/b.ts': `export * as limits from './limits.ts';`,
    },
    sound: { 'src/shared/a.ts': `export { LIMIT } from './limits.ts';` },
  },
  'no file is called utils, helpers, misc or common': {
    broken: {
      'src/server/utils.ts': '',
      'src/server/helpers/a.ts': '',
      'src/client/common.test.tsx': '',
      'src/shared/misc.ts': '',
    },
    sound: { 'src/shared/common-passwords.ts': '' },
  },
  'no file has more than 300 lines without a reason': {
    broken: {
      'src/shared/a.ts': '// one line\n'.repeat(301),
      'e2e/b.spec.ts': `// Over 300 lines: \n${'// one line\n'.repeat(301)}`,
    },
    sound: {
      'src/shared/a.ts': '// one line\n'.repeat(300),
      'src/shared/b.ts': `// Over 300 lines: one list of countries.\n${'// one line\n'.repeat(301)}`,
    },
  },
  'only sign-in/complete.ts makes sessions': {
    broken: {
      'src/server/auth/a.ts': `await deps.collections.sessions.insertOne(row);`,
      'src/server/domain/b.ts': `const { sessions } = c; await sessions.insertMany([row]);`,
      'src/server/domain/c.ts': `await sessions.bulkWrite([{ insertOne: { document } }]);`,
      'src/server/domain/d.ts': `await sessions.updateOne({ _id }, { $set: row }, { upsert: true });`,
      'src/server/domain/e.ts': `await sessions.replaceOne({ _id }, row, { upsert: true });`,
      'src/server/domain/f.ts': `await sessions.findOneAndUpdate({ _id }, { $set: row }, { returnDocument: 'after', upsert: true });`,
      'src/server/domain/g.ts': `await sessions.updateMany({ _id }, { $set: row }, options);`,
      'src/server/domain/h.ts': `await sessions.findOneAndReplace({ _id }, row);`,
      'src/server/domain/i.ts': `const { sessions: rows } = deps.collections; await rows.insertOne(row);`,
      'src/server/domain/j.ts': `const rows = deps.collections.sessions; const all = rows; await all.insertOne(row);`,
      'src/server/domain/k.ts': `await deps.collections['sessions'].insertOne(row);`,
      'src/server/domain/l.ts': `await db.collection<Row>('sessions').insertOne(row);`,
      'src/server/domain/m.ts': `const { insertOne } = deps.collections.sessions;`,
      'src/server/domain/n.ts': `await sessions[method](row);`,
      'src/server/domain/o.ts': `const write = sessions.updateOne.bind(sessions);`,
      'src/server/domain/p.ts': `await sessions.updateOne(...args);`,
      'src/server/domain/q.ts': `await users.updateOne({ _id }, { $push: { sessions: { id } } });`,
      'src/server/domain/r.ts': `await users.findOneAndUpdate({ _id }, { $addToSet: { 'sessions': { id } } });`,
      'src/server/domain/s.ts': `await users.updateOne({ _id }, { $set: { name, sessions: [{ id }] } });`,
      'src/server/domain/t.ts': `await users.updateOne({ _id }, [{ $set: { sessions: { $concatArrays: ['$sessions', more] } } }]);`,
      'src/server/domain/u.ts': `await users.updateOne({ _id }, { $set: { 'sessions.0': { id } } });`,
      'src/server/domain/x.ts': `await users.updateOne({ _id }, { $set: { 'sessions.$[own].id': id } }, filters);`,
      'src/server/domain/sign-in/v.ts': `import { insertSessionRow } from './session-row.ts';`,
      'src/server/auth/w.ts': `const { insertSessionRow } = await import('../domain/sign-in/session-row.ts');`,
    },
    sound: {
      'src/server/domain/sign-in/session-row.ts': `await deps.collections.sessions.insertOne(session);`,
      'src/server/domain/sign-in/g.ts': `import type { StoredSession } from './session-row.ts';`,
      'src/server/domain/sign-in/complete.ts': `await deps.collections.sessions.insertOne(session);`,
      'src/server/domain/a.ts': `await sessions.deleteOne({ _id });`,
      'src/server/domain/g.ts': `await users.updateOne({ _id }, { $set: { 'sessions.$[own].client.generation': 1 } }, filters);`,
      'src/server/domain/a.test.ts': `await sessions.insertOne(row);`,
      'src/server/domain/b.ts': `await sessions.findOneAndUpdate({ _id }, { $set: { expires } }, { returnDocument: 'after' });`,
      'src/server/domain/c.ts': `await sessions.updateOne({ _id }, { $set: { expires } }, { upsert: false });`,
      'src/server/domain/d.ts': `await users.updateOne({ _id }, { $set: { sessions: [] }, $pull: { sessions: { id } } });`,
      'src/server/domain/e.ts': `const sessions = await deps.collections.sessions.find({}).toArray(); export const shown = sessions.map(toSession);`,
      'src/server/domain/f.ts': `await jobs.insertOne({ sessions: user.sessions?.length });`,
    },
  },
  'a write for a session checks that session': {
    broken: {
      'src/server/domain/a.ts': `async function rename() { await users.updateOne({ _id }, { $set: { name } }); }`,
      'src/server/domain/users/accounts.ts': `async function other() { await users.findOneAndUpdate({ _id }, change()); }`,
      'src/server/auth/b.ts': `await deps.collections.users.updateMany({}, { $set: { name } });`,
    },
    sound: {
      'src/server/domain/a.ts': `async function rename() { await users.updateOne({ ...activeActor(actor), name: null }, change); }`,
      'src/server/domain/email/email-undo.ts': `async function undoEmailChange() { await users.findOneAndUpdate({ token }, change); }`,
    },
  },
  'a change of what signs in ends the trust in browsers': {
    broken: {
      'src/server/domain/a.ts': `async function set() { await users.updateOne({ _id }, { $set: { password: { hash } } }); }`,
      'src/server/domain/b.ts': `async function end() { await users.findOneAndUpdate({ _id }, { $set: { sessionsValidFrom: now } }); }`,
      'src/server/auth/c.ts': `await users.updateOne({ _id }, { $pull: { totp: { id } } });`,
    },
    sound: {
      'src/server/domain/a.ts': `async function set() { await users.updateOne({ _id }, { $set: { password: { hash }, ...NO_TRUSTED_BROWSERS } }); }`,
      'src/server/domain/b.ts': `async function remove() { await users.updateOne({ _id }, { $unset: { totp: '', trustedBrowsers: '' } }); }`,
      'src/server/domain/c.ts': `await users.updateOne({ _id, 'totp.id': id }, { $set: { 'totp.$.name': name } });`,
    },
  },
};

const names = Object.keys(RULES) as RuleName[];

describe('the source files', async () => {
  const sources = await readSources();

  it('are all read', () => {
    const paths = sources.map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining(['src/shared/errors/catalogue.ts', 'package/src/client.ts', 'e2e/fixtures.ts']),
    );
  });

  it.each(names)('%s', (name) => {
    const isForAll = name === 'no file has more than 300 lines without a reason';
    expect(RULES[name](sources.filter((file) => isForAll || file.path.startsWith('src/')))).toEqual([]);
  });
});

describe('each rule reports what breaks it', () => {
  it.each(names)('%s', (name) => {
    const { broken } = SAMPLES[name];
    const found = check(name, broken);
    for (const file of Object.keys(broken)) expect(found).toContainEqual(expect.stringContaining(file));
  });

  it.each(names)('and reports nothing else: %s', (name) => {
    expect(check(name, SAMPLES[name].sound)).toEqual([]);
  });
});
