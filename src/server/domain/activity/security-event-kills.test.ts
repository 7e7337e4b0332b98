import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_FAULTS, reportFigures } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector, type FaultMode } from '../../../testing/faults/faults.ts';
import { startKillFlows, type KillFlows } from '../../../testing/faults/kill-flows.ts';
import { killPositions, someOf } from '../../../testing/faults/kill-positions.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/limits.ts';
import { OUTBOX_LEFT_AFTER_MS } from './security-events.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { runDueJobs } from '../job-runner.ts';

const faults = createFaultInjector();
let world: KillFlows;

beforeAll(async () => {
  world = await startKillFlows(faults);
});
afterAll(() => world.close());

/** The security event of each flow, and the start of its mail's subject. */
const DECISIONS: Readonly<Record<string, { kind: ActivityKind; subject: string }>> = {
  link: { kind: 'account-linked', subject: 'Untrusted was connected' },
  unlink: { kind: 'account-unlinked', subject: 'Untrusted was removed' },
  'password.change': { kind: 'password-changed', subject: 'Your password was changed' },
  'phone.verify': { kind: 'phone-verified', subject: 'A phone number was added' },
  'first proof by mail of an address that somebody else used': {
    kind: 'unproven-methods-removed',
    subject: 'Your address is confirmed',
  },
  resumeLink: { kind: 'account-linked', subject: 'Trusted was connected' },
  'password.set': { kind: 'password-set', subject: 'A password was set' },
  'password.reset': { kind: 'password-reset', subject: 'A new password was chosen' },
  'password.remove': { kind: 'password-removed', subject: 'Your password was removed' },
  'phone.remove': { kind: 'phone-removed', subject: 'Your phone number was removed' },
};
const FLOWS = Object.keys(DECISIONS).slice(0, ALL_FAULTS ? undefined : 5);

interface Prepared {
  readonly step: () => Promise<unknown>;
  readonly email: string;
  person(): Promise<UserDocument>;
}

async function prepare(name: string): Promise<Prepared> {
  const make = world.flows[name];
  if (!make) throw new Error(`there is no flow "${name}"`);
  const { step, person: personName } = await world.prepare(make);
  const email = `${personName}@example.test`;
  const person = async () => {
    const user = await world.app.deps.collections.users.findOne({ email });
    if (!user) throw new Error('the person is gone');
    return user;
  };
  const { _id } = await person();
  await world.app.deps.collections.activity.deleteMany({ userId: _id });
  return { step, email, person };
}

/** Runs only the jobs, later. The person does not try again. */
async function runJobsLater(ms = OUTBOX_LEFT_AFTER_MS + SECOND_MS): Promise<void> {
  world.app.advance(ms);
  await runDueJobs(world.app.deps).finally(() => world.app.resetClock());
}

function mailsAbout(email: string, subject: string) {
  return world.app.mailbox.messages.filter((mail) => mail.to === email && mail.subject.startsWith(subject));
}

/** Runs the step with the fault at the `n`th command, and then the jobs. Answers also whether the deciding write was before the fault. */
async function strike(name: string, mode: FaultMode, n: number) {
  const { kind, subject } = DECISIONS[name] ?? { kind: 'sign-in', subject: '?' };
  const { step, email, person } = await prepare(name);
  const before = await person();
  faults.arm(mode, n);
  await step().catch(() => null);
  const { commands, effects, struck } = faults.disarm();

  await runJobsLater();
  const after = await person();
  const isDecided = after.updatedAt.getTime() !== before.updatedAt.getTime();
  const found = {
    rows: await world.app.deps.collections.activity.countDocuments({ userId: after._id, kind }),
    mails: mailsAbout(email, subject).length,
    left: after.outbox?.length ?? 0,
  };
  const expected = { rows: isDecided ? 1 : 0, mails: isDecided ? 1 : 0, left: 0 };
  expect(found, `"${mode}" at ${n} of ${commands.join(', ')}`).toEqual(expected);
  return { struck, isDecided, effects };
}

/** Kills the step wherever a kill leaves another state, after it ran once without a kill. */
async function killEverywhere(name: string): Promise<{ kills: number; decided: number }> {
  const whole = await strike(name, 'killed', Number.POSITIVE_INFINITY);
  let decided = whole.isDecided ? 1 : 0;
  const positions = someOf(killPositions(whole.effects));
  for (const n of positions) {
    const { struck, isDecided } = await strike(name, 'killed', n);
    expect({ n, struck }).toEqual({ n, struck: true });
    if (isDecided) decided += 1;
  }
  return { kills: positions.length, decided };
}

/** Loses the reply to each command. Answers how many faults came after the deciding write, with the last round without a fault. */
async function loseEveryReply(name: string): Promise<number> {
  for (let n = 1, decided = 0; ; n++) {
    const { struck, isDecided } = await strike(name, 'reply-lost', n);
    if (isDecided) decided += 1;
    if (!struck) return decided;
  }
}

describe('a crash after any command (security.md R2)', { timeout: 120_000 }, () => {
  it.each(FLOWS)('of "%s" neither loses nor repeats activity or mail', async (name) => {
    const { kills, decided } = await killEverywhere(name);
    // At least one kill came after the deciding write, and the first round had no kill.
    expect(decided).toBeGreaterThan(1);
    reportFigures(`outbox of ${name}`, { kills, decided, lost: 0 });
  });

  it.each(ALL_FAULTS ? FLOWS : ['unlink'])('of "%s" with a lost reply loses none either', async (name) => {
    expect(await loseEveryReply(name)).toBeGreaterThan(1);
  });
});

describe('a crash after any command of a sign-in on a new device', { timeout: 120_000 }, () => {
  it('leaves no session without a mail to the owner', async () => {
    const { app } = world;
    const untold: string[] = [];
    let isIn = false;
    for (let n = 0, struck = true; struck; n++) {
      const email = `told-${n}@example.test`;
      await app.resetLimits();
      await app.signInByMail(email);
      const agent = app.agent();
      const { session } = app.client(agent);
      await session.requestLink.mutate({ email });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      faults.arm('killed', n);
      await session.signInWithCode.mutate({ email, code }).catch(() => null);
      const { commands, ...fault } = faults.disarm();
      struck = fault.struck;

      app.advance(2 * OUTBOX_LEFT_AFTER_MS);
      await runDueJobs(app.deps);
      app.resetClock();
      const user = await app.deps.collections.users.findOne({ email });
      const rows = await app.deps.collections.activity.countDocuments({
        userId: user?._id ?? new ObjectId(),
        kind: 'sign-in',
      });
      const told = { rows: rows - 1, mails: mailsAbout(email, 'New sign-in').length };
      isIn = agent.cookies.has('foyer.session');
      if (isIn && (told.rows !== 1 || told.mails !== 1)) untold.push(`at ${n} of ${commands.join(', ')}`);
    }
    expect(untold).toEqual([]);
    // The last round had no kill.
    expect(isIn).toBe(true);
  });
});

describe('a crash of the job runner after any command (security.md R2)', () => {
  it('loses no mail, and a repeated mail has the same Message-ID', async () => {
    const { subject, kind } = { subject: 'Untrusted was removed', kind: 'account-unlinked' as const };
    const sendings: number[] = [];
    for (let n = 0, struck = true; struck; n++) {
      const { step, email, person } = await prepare('unlink');
      // The process dies right after the deciding write.
      const hold = faults.holdBefore('accounts.deleteOne');
      const unlinking = step().catch(() => null);
      await hold.reached;
      faults.arm('killed', 0);
      hold.release();
      await unlinking;
      faults.disarm();
      expect((await person()).outbox).toHaveLength(1);

      faults.arm('killed', n);
      await runJobsLater().catch(() => null);
      struck = faults.disarm().struck;
      // Longer than every lease and pause.
      await runJobsLater(DAY_MS);

      const mails = mailsAbout(email, subject);
      sendings.push(mails.length);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(mails[0]?.messageId).toMatch(/^<[0-9a-f]{24}@localhost>$/);
      const { _id, outbox } = await person();
      expect(outbox).toEqual([]);
      expect(await world.app.deps.collections.activity.countDocuments({ userId: _id, kind })).toBe(1);
      expect(await world.app.deps.collections.jobs.countDocuments()).toBe(0);
    }
    // At least one process died after it sent the mail and before it removed the job.
    expect(Math.max(...sendings)).toBe(2);
    expect(sendings.at(-1)).toBe(1);
  });

  it('writes the outboxes of other users when one cannot be written', async () => {
    const { users, activity } = world.app.deps.collections;
    const { person } = await prepare('phone.remove');
    const { _id } = await person();
    await world.app.signInByMail('somebody-else@example.test');
    const other = { email: 'somebody-else@example.test' };
    const at = new Date(Date.now() - DAY_MS);
    const securityEvent = { method: null, label: null, ip: null, userAgent: null, at, events: [] };
    const known = { ...securityEvent, _id: new ObjectId(), kind: 'sign-out' as const, mailTo: [] };
    // A newer version may write this during a rolling deployment.
    const unknown = {
      ...known,
      _id: new ObjectId(),
      kind: 'of-tomorrow' as never,
      mailTo: ['a@example.test'],
    };
    await users.updateOne({ _id }, { $set: { outbox: [unknown] } });
    await users.updateOne(other, { $set: { outbox: [known] } });
    await runDueJobs(world.app.deps);
    expect((await person()).outbox).toEqual([unknown]);
    expect((await users.findOne(other))?.outbox).toEqual([]);
    expect(await activity.countDocuments({ _id: known._id })).toBe(1);
    await users.updateOne({ _id }, { $set: { outbox: [] } });
  });
});
