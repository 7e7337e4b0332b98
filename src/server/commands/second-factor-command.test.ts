import { describe, expect } from 'vitest';
import { helpOf } from './command-frame.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../shared/limits.ts';
import { it } from '../../testing/app/fixture.ts';
import { aProtectedPerson, stopTokenOf } from '../../testing/sign-in/lost-second-factor.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { userAt } from '../../testing/users/signed-in-users.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH, secondFactorCommand } from './second-factor-command.ts';

const run = (app: TestApp, ...args: string[]) => runInProcess(secondFactorCommand, app.deps, args);

describe('foyer-server remove-second-factor', () => {
  it('says when the removal runs and who gets a mail, and the server carries it out', async ({ app }) => {
    const { email } = await aProtectedPerson(app);
    // An address is typed in any case.
    const asked = await run(app, '--email', email.toUpperCase(), '--reason', 'Lost phone');
    const runsAt = (await userAt(app, email)).secondFactorRemoval?.runsAt.toISOString() ?? '';
    expect(asked).toMatchObject({
      code: 0,
      error: '',
      out: `The second factors of ${email} are removed at ${runsAt}, unless the person stops it.\nA mail goes to ${email}.\n`,
    });
    expect(await stopTokenOf(app, email)).toMatch(/^[\w-]{43}$/);
    app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
    await runDueJobs(app.deps);
    expect((await userAt(app, email)).totp).toBeUndefined();
  });

  it('lists removals and cancels one', async ({ app }) => {
    const { email } = await aProtectedPerson(app);
    await run(app, '--email', email, '--reason', 'Lost phone');
    expect((await run(app, '--list')).out).toMatch(new RegExp(`^${email}  runs at \\S+Z  Lost phone$`, 'm'));
    const listed = JSON.parse((await run(app, '--list', '--json')).out) as { email: string }[];
    expect(listed).toContainEqual(expect.objectContaining({ email, reason: 'Lost phone' }));
    expect(await run(app, '--email', email, '--cancel')).toMatchObject({
      code: 0,
      out: `The removal for ${email} is cancelled.\n`,
    });
    const user = await userAt(app, email);
    expect(user.secondFactorRemoval).toBeUndefined();
    expect(user.totp).toHaveLength(1);
    expect((await run(app, '--list')).out).not.toContain(email);
    expect(await run(app, '--email', email, '--cancel')).toMatchObject({
      code: 1,
      error: `No removal for ${email} waits.\n`,
    });
  });

  it('answers 1 and says why when nothing can be removed', async ({ app }) => {
    const email = uniqueEmail();
    const why = `Nobody has verified the address ${email}.`;
    const asked = ['--email', email, '--reason', 'Lost phone'];
    expect(await run(app, ...asked)).toMatchObject({ code: 1, error: `${why}\n` });
    expect(JSON.parse((await run(app, ...asked, '--json')).out)).toEqual({ error: why });
  });

  it.for([
    [[], 'Say whose: --email <address>.'],
    [['--email', 'nobody'], 'nobody is no email address.'],
    [['--email', 'a@b.test'], 'Say why: --reason <text>'],
    [['--email', 'a@b.test', '--reason', ' '], 'Say why: --reason <text>'],
    [['--email', 'a@b.test', '--reason', 'two\nlines'], 'Say why: --reason <text>'],
    [
      ['--email', 'a@b.test', '--reason', 'x'.repeat(SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH + 1)],
      'Say why: --reason <text>',
    ],
    [['--email', 'a@b.test', '--reason', 'x', '--cancel'], '--cancel takes no reason.'],
    [['--list', '--email', 'a@b.test'], '--list stands alone.'],
    [['--force'], 'Unknown option'],
  ] as const)('answers 2 with its usage and opens no database for %j', async ([args, message], { app }) => {
    const { code, error, opened } = await run(app, ...args);
    expect([code, opened]).toEqual([2, 0]);
    expect(error).toContain(message);
    expect(error).toContain(helpOf(secondFactorCommand));
  });
});
