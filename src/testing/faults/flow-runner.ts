import { expect } from 'vitest';
import { writeOutbox } from '../../server/domain/activity/security-events.ts';
import { listAccessTokens } from '../../server/domain/tokens/access-tokens.ts';
import { removeOrphanedAccounts } from '../../server/domain/users/orphaned-accounts.ts';
import { uniqueName } from '../run/unique-name.ts';
import { ALL_FAULTS } from './fault-rounds.ts';
import { createFaultInjector, type FaultMode } from './faults.ts';
import { accessTokenFlows } from './flows/access-tokens.ts';
import { accountFlows } from './flows/accounts.ts';
import { administrationFlows } from './flows/administration.ts';
import { clientFlows } from './flows/clients.ts';
import { deletionFlows } from './flows/deletions.ts';
import { deviceFlows } from './flows/devices.ts';
import { emailFlows } from './flows/email.ts';
import { startFlowWorld, withNextTry, type Flow, type FlowDatabase, type Flows } from './flows/flow-world.ts';
import { integrationFlows } from './flows/integrations.ts';
import { mailFlows } from './flows/mail.ts';
import { passkeyFlows } from './flows/passkeys.ts';
import { passwordFlows } from './flows/passwords.ts';
import { phoneFlows } from './flows/phones.ts';
import { profileFlows } from './flows/profiles.ts';
import { removalFlows } from './flows/removals.ts';
import { secondFactorFlows } from './flows/second-factors.ts';
import { secondStepFlows } from './flows/second-steps.ts';
import { sessionFlows } from './flows/sessions.ts';
import { brokenInvariants } from './invariants.ts';
import { killPositions, positionsOfDecision } from './kill-positions.ts';
import { saveState } from './saved-state.ts';

/** Who continues after a fault: the person, who tries again, or only the job runner. */
type Next = 'person' | 'jobs';

/** `email`: the address of the flow's person. */
type PreparedFlow = Flow & { readonly email: string };

export type FlowRunner = Awaited<ReturnType<typeof startFlows>>;

export async function startFlows(database: FlowDatabase = {}) {
  const faults = createFaultInjector();
  const world = await startFlowWorld(faults, database);
  const { app, revoked } = world;
  const flows: Flows = {
    ...mailFlows(world),
    ...passwordFlows(world),
    ...phoneFlows(world),
    ...emailFlows(world),
    ...accessTokenFlows(world),
    ...deviceFlows(world),
    ...clientFlows(world),
    ...sessionFlows(world),
    ...secondFactorFlows(world),
    ...secondStepFlows(world),
    ...removalFlows(world),
    ...passkeyFlows(world),
    ...deletionFlows(world),
    ...accountFlows(world),
    ...profileFlows(world),
    ...administrationFlows(world),
    ...integrationFlows(world),
  };

  /** Not of deleted people: the step may be the one that finishes a deletion. */
  async function writeAllOutboxes(): Promise<void> {
    const users = app.deps.collections.users.find({ deletedAt: { $exists: false } });
    for (const { _id, outbox = [] } of await users.toArray()) {
      const last = outbox.at(-1);
      if (last) await writeOutbox(app.deps, _id, last);
    }
  }

  const clear = (name: string) => app.db.collection(name).deleteMany({});
  const restoreStart = await saveState(app, []);
  let prepared: { name: string; flow: PreparedFlow; restore: () => Promise<void> } | null = null;

  /** Returns the flow with everything as before its step and without traces of earlier flows. */
  async function prepare(name: string): Promise<PreparedFlow> {
    const make = flows[name];
    if (!make) throw new Error(`there is no flow "${name}"`);
    app.mailbox.clear();
    revoked.length = 0;
    if (prepared?.name === name) {
      await prepared.restore();
      return prepared.flow;
    }
    prepared = null;
    await restoreStart();
    const firstAgent = app.agents.length;
    const person = `person-${uniqueName()}`;
    const flow = { ...withNextTry(await make(person)), email: world.addressOf(person) };
    // What the preparation left open is not part of this step.
    if (!flow.leavesOutbox) await writeAllOutboxes();
    await Promise.all([clear('rate_limits'), clear('jobs')]);
    app.mailbox.clear();
    revoked.length = 0;
    if (!flow.needsNewUser)
      prepared = { name, flow, restore: await saveState(app, app.agents.slice(firstAgent)) };
    return flow;
  }

  /** Each decision is told once in the activity and once by mail, and nothing else is. */
  async function toldAfterJobs({ email, tells }: PreparedFlow): Promise<Flow['afterJobs']> {
    if (!tells) return undefined;
    const before = await world.userOf(email);
    await app.deps.collections.activity.deleteMany({ userId: before._id });
    return async () => {
      const rows = await world.countActivity(email, tells.kind);
      const mails = world.mailsTo(email, tells.mail).length;
      const { updatedAt } = await world.userOf(email);
      const isDecided = updatedAt.getTime() !== before.updatedAt.getTime();
      expect({ rows, mails }).toEqual(isDecided ? { rows: 1, mails: 1 } : { rows: 0, mails: 0 });
      return isDecided;
    };
  }

  /** Reads everybody's data, which repairs half-done changes. */
  async function look(): Promise<void> {
    const { users, accounts } = app.deps.collections;
    for (const user of await users.find({ 'accessTokens.0': { $exists: true } }).toArray())
      await listAccessTokens(app.deps, user);
    for (const { userId } of await accounts.find().toArray()) await removeOrphanedAccounts(app.deps, userId);
  }

  /** Runs the step with the fault at the `n`th command, and what follows. */
  async function strike(name: string, mode: FaultMode, n: number, next: Next = 'person') {
    const flow = await prepare(name);
    const afterJobs = next === 'jobs' ? (flow.afterJobs ?? (await toldAfterJobs(flow))) : null;
    faults.arm(mode, n);
    await flow.step().catch(() => null);
    const { commands, struck, carryOut } = faults.disarm();
    try {
      const isDecided = afterJobs ? await afterJobs() : null;
      if (!afterJobs) await flow.recover(carryOut);
      await carryOut();
      if (mode === 'given-up') await look();
      expect(await brokenInvariants(app.db)).toEqual([]);
      return { struck, isDecided };
    } catch (cause) {
      const where = `"${mode}" at ${n} of ${commands.join(', ')}, then the ${next}`;
      throw new Error(`after ${where}: ${String(cause)}`, { cause });
    }
  }

  const nextsOf = ({ afterJobs, tells }: Flow): readonly Next[] =>
    afterJobs || tells ? ['person', 'jobs'] : ['person'];

  return {
    app,
    flows,
    prepare,
    /**
     * Kills the process after the step's deciding write. With `TEST_ALL`, after each command and after none,
     * and then runs the step without a kill. Returns the number of kills.
     */
    async kill(name: string): Promise<number> {
      const flow = await prepare(name);
      const nexts = nextsOf(flow);
      faults.arm('killed', Number.POSITIVE_INFINITY);
      await flow.step().catch(() => null);
      const { commands, effects } = faults.disarm();
      const positions = ALL_FAULTS
        ? [...killPositions(effects), Number.POSITIVE_INFINITY]
        : positionsOfDecision(commands);
      for (const next of nexts) {
        const decisions = new Set<boolean>();
        for (const n of positions) {
          const { struck, isDecided } = await strike(name, 'killed', n, next);
          expect({ n, struck }).toEqual({ n, struck: Number.isFinite(n) });
          if (isDecided !== null) decisions.add(isDecided);
        }
        // Some kills came before the deciding write, and some after it.
        if (next === 'jobs') expect(decisions).toEqual(new Set(ALL_FAULTS ? [false, true] : [true]));
      }
      return nexts.length * positions.filter(Number.isFinite).length;
    },
    /** Injects the fault at each command until the step ends without it. Returns the number of faults. */
    async strikeEverywhere(name: string, mode: 'reply-lost' | 'given-up'): Promise<number> {
      let strikes = 0;
      for (const next of mode === 'reply-lost' ? nextsOf(await prepare(name)) : (['person'] as const))
        for (let n = 1; (await strike(name, mode, n, next)).struck; n++) strikes++;
      return strikes;
    },
    async close(): Promise<void> {
      await Promise.all(world.closing.map((each) => each.close()));
    },
  };
}
