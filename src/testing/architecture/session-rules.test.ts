import { describe, expect, it } from 'vitest';
import { readSources } from './read-sources.ts';
import { SESSION_RULES } from './session-rules.ts';

type RuleName = keyof typeof SESSION_RULES;

function check(rule: RuleName, samples: Record<string, string>): string[] {
  return SESSION_RULES[rule](Object.entries(samples).map(([path, text]) => ({ path, text })));
}

/** For each rule, files that break it in different ways, and similar files that do not. */
const SAMPLES: Record<RuleName, { broken: Record<string, string>; sound: Record<string, string> }> = {
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
    },
    sound: {
      'src/server/domain/sign-in/session-row.ts': `await deps.collections.sessions.insertOne(session);`,
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

const names = Object.keys(SESSION_RULES) as RuleName[];

it.each(names)('%s', async (name) => {
  const sources = await readSources();
  expect(sources.map(({ path }) => path)).toContain('src/server/domain/sign-in/complete.ts');
  expect(SESSION_RULES[name](sources)).toEqual([]);
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
