import { beforeEach, describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { aSignedInUser, removeAdministrators, userAt } from '../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { helpOf } from './command-frame.ts';
import { adminCommand } from './admin-command.ts';

const it = testWith();
beforeEach<{ app: TestApp }>(({ app }) => removeAdministrators(app));

const run = (app: TestApp, ...args: string[]) => runInProcess(adminCommand, app.deps, args);

const rolesOf = async (app: TestApp, email: string) => (await userAt(app, email)).roles ?? [];

describe('foyer-server admin', () => {
  it('gives the role to the person with a verified address, who is told, and takes it from them', async ({
    app,
  }) => {
    const [ada, grace] = [await aSignedInUser(app), await aSignedInUser(app)];
    expect(await run(app, 'grant', ada.email.toUpperCase())).toMatchObject({
      code: 0,
      out: `${ada.email} is an administrator.\n`,
      error: '',
    });
    expect(await rolesOf(app, ada.email)).toEqual(['administrator']);
    await runDueJobs(app.deps);
    expect(app.mailbox.last(ada.email).subject).toContain('Your roles');
    await run(app, 'grant', grace.email);
    expect(await run(app, 'revoke', ada.email)).toMatchObject({
      code: 0,
      out: `${ada.email} is no administrator any more.\n`,
    });
    expect(await rolesOf(app, ada.email)).toEqual([]);
  });

  it('lists the administrators', async ({ app }) => {
    const [ada, grace] = [await aSignedInUser(app), await aSignedInUser(app)];
    expect((await run(app, 'list')).out).toBe('Nobody is an administrator.\n');
    await run(app, 'grant', ada.email);
    expect((await run(app, 'list')).out).toBe(`${ada.email}  ${ada.id}\n`);
    const listed = JSON.parse((await run(app, 'list', '--json')).out) as unknown;
    expect(listed).toEqual([{ id: ada.id, email: ada.email, name: null, suspended: false }]);
    expect((await run(app, 'list')).out).not.toContain(grace.email);
  });

  it('refuses an address that nobody has verified', async ({ app }) => {
    const { email, userId } = await aSignedInUser(app);
    await app.deps.collections.users.updateOne({ _id: userId }, { $set: { emailVerified: null } });
    for (const address of [email, uniqueEmail()]) {
      expect(await run(app, 'grant', address)).toMatchObject({
        code: 1,
        error: `Nobody has verified the address ${address}.\n`,
      });
    }
    expect(await rolesOf(app, email)).toEqual([]);
  });

  it('refuses to take the role from the last administrator, and from somebody without it', async ({
    app,
  }) => {
    const [ada, grace] = [await aSignedInUser(app), await aSignedInUser(app)];
    await run(app, 'grant', ada.email);
    expect(await run(app, 'revoke', ada.email)).toMatchObject({
      code: 1,
      error: `${ada.email} is the last administrator. Make somebody else one first.\n`,
    });
    expect(await rolesOf(app, ada.email)).toEqual(['administrator']);
    expect(await run(app, 'revoke', grace.email)).toMatchObject({
      code: 1,
      error: `${grace.email} is no administrator.\n`,
    });
    const asJson = await run(app, 'revoke', grace.email, '--json');
    expect(JSON.parse(asJson.out)).toEqual({ error: `${grace.email} is no administrator.` });
  });

  it('keeps the other roles of the person', async ({ app }) => {
    const [ada, grace] = [await aSignedInUser(app), await aSignedInUser(app)];
    await app.deps.collections.users.updateOne({ email: ada.email }, { $set: { roles: ['accountant'] } });
    await run(app, 'grant', ada.email);
    await run(app, 'grant', grace.email);
    expect(await rolesOf(app, ada.email)).toEqual(['accountant', 'administrator']);
    await run(app, 'revoke', ada.email);
    expect(await rolesOf(app, ada.email)).toEqual(['accountant']);
  });

  it.for([
    [],
    ['grant'],
    ['grant', 'not an address'],
    ['grant', 'ada@example.com', 'grace@example.com'],
    ['list', 'ada@example.com'],
    ['make', 'ada@example.com'],
    ['list', '--all'],
  ])('explains itself after %j, without opening the database', async (args, { app }) => {
    const outcome = await run(app, ...args);
    expect(outcome).toMatchObject({ code: 2, out: '', opened: 0 });
    expect(outcome.error).toContain(helpOf(adminCommand));
  });
});
