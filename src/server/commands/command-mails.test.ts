import { expect } from 'vitest';
import { OUTBOX_LEFT_AFTER_MS } from '../domain/activity/security-events.ts';
import { it } from '../../testing/app/fixture.ts';
import { aProtectedPerson } from '../../testing/sign-in/lost-second-factor.ts';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';
import { runDueJobs } from '../domain/job-runner.ts';

const ELSEWHERE = 'http://localhost:4999';

it(
  'the server writes the mail about what a command changed, with its own address',
  { timeout: 180_000 },
  async ({ app }) => {
    const { mongodbUri, authSecret, origin } = app.deps.settings;
    const settings = {
      DEMO: 'off',
      APP_ORIGIN: ELSEWHERE,
      AUTH_SECRET: authSecret,
      MONGODB_URI: withDatabaseName(mongodbUri ?? '', app.db.databaseName),
    };
    const [ada, grace] = [await aProtectedPerson(app), await aProtectedPerson(app)];
    await runDueJobs(app.deps);
    const commands = [
      ['remove-second-factor', ['--email', ada.email, '--reason', 'Lost phone'], ada.email],
      ['admin', ['grant', grace.email], grace.email],
      // Before the grant, which ends a waiting removal.
      ['remove-second-factor', ['--email', ada.email, '--cancel'], ada.email],
      ['admin', ['grant', ada.email], ada.email],
      ['admin', ['revoke', ada.email], ada.email],
    ] as const;
    // `npm test` runs one about a person and one about an administrator.
    for (const [command, args, email] of commands.slice(0, rounds(2, commands.length))) {
      app.mailbox.clear();
      const ended = await runProgram([...serverProgram('commands/main'), command, ...args], settings);
      expect(ended.code).toBe(0);
      expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
      app.advance(OUTBOX_LEFT_AFTER_MS);
      await runDueJobs(app.deps);
      const { text, html } = app.mailbox.last(email);
      expect(text).toContain(origin);
      expect(text + html).not.toContain(ELSEWHERE);
    }
  },
);
