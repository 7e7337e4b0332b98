import { OUTBOX_LEFT_AFTER_MS } from '../../../server/domain/activity/security-events.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { checkConfiguration } from '../../../server/configuration/check-configuration.ts';
import type { ActivityKind } from '../../../server/database/activity-documents.ts';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { noteRevocations, startIdentityProvider } from '../../providers/identity-provider.ts';
import { WITH_CLIENTS } from '../../oauth/clients.ts';
import { startProviderVisits } from '../../providers/provider-visits.ts';
import { createTestApp, type TestAppOptions } from '../../app/test-app.ts';
import { userAt } from '../../users/signed-in-users.ts';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import type { FaultInjector } from '../faults.ts';

interface FlowSteps {
  /** One request, command of the server, or run of the jobs. The tests inject faults here. */
  readonly step: () => Promise<unknown>;
  /** Whether the step is done. The next try repeats it only where it is not. */
  readonly isDone?: () => Promise<boolean>;
  /** The next try repeats the step. It may be refused, because it is done. */
  readonly repeats?: true;
  /** The rest of the next try, and its checks. The runner runs the given-up command after it, if needed. */
  readonly recover?: (carryOut: () => Promise<void>) => Promise<void>;
  /** Checks that only the job runner finished. Returns whether the step was decided. */
  readonly afterJobs?: () => Promise<boolean>;
  /** The activity, and the start of the mail's subject, of a decided step: each exactly once. */
  readonly tells?: { readonly kind: ActivityKind; readonly mail: string };
  /** The flow changes something outside the database, such as an authenticator: one person per fault. */
  readonly needsNewUser?: true;
  /** The preparation ends with a decision without notice, and the step gives it. */
  readonly leavesOutbox?: true;
}

/** Prepares the step for a person of this name, with which their address begins. */
export type MakeFlow = (person: string) => FlowSteps | Promise<FlowSteps>;
export type Flows = Readonly<Record<string, MakeFlow>>;

/** `recover`: the whole next try. */
export type Flow = FlowSteps & Required<Pick<FlowSteps, 'recover'>>;

export function withNextTry(steps: FlowSteps): Flow {
  const { step, isDone, repeats, recover } = steps;
  return {
    ...steps,
    async recover(carryOut) {
      if (isDone && !(await isDone())) await step();
      if (isDone) expect(await isDone()).toBe(true);
      if (repeats) await step().catch(() => null);
      await recover?.(carryOut);
    },
  };
}

const EVERYBODY = ['person', 'application', 'administrator'] as const;
const CONFIGURATION = checkConfiguration(
  defineFoyer({
    fields: z.object({
      newsletter: field(z.boolean(), { read: EVERYBODY, write: EVERYBODY, label: { en: 'Newsletter' } }),
      plan: field(z.enum(['free', 'paid']), { read: EVERYBODY, write: EVERYBODY, label: { en: 'Plan' } }),
    }),
  }),
);

export type FlowDatabase = Pick<TestAppOptions, 'databaseUri' | 'patientDatabase'>;
export type FlowWorld = Awaited<ReturnType<typeof startFlowWorld>>;

/** An app with clients, two real providers, and what most flows need. */
export async function startFlowWorld(faults: FaultInjector, database: FlowDatabase = {}) {
  const closing: { close(): Promise<void> }[] = [];
  const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  const untrusted = await startIdentityProvider({ name: 'Untrusted' });
  closing.push(trusted, untrusted);
  const { revoked, fetch } = noteRevocations();
  const app = await createTestApp({
    ...database,
    faults,
    configuration: { ...CONFIGURATION, clients: WITH_CLIENTS.clients },
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    fetch: (input, init) => {
      faults.noteEffect();
      return fetch(input, init);
    },
  });
  closing.push(app);
  const { activity } = app.deps.collections;

  const addressOf = (person: string) => `${person}@example.test`;
  const sessionOf = (agent: HttpAgent) => app.client(agent).session.get.query();

  const userOf = (email: string) => userAt(app, email);

  /** Runs the jobs when everything that a fault left is due. */
  async function runJobsLater(ms = 2 * OUTBOX_LEFT_AFTER_MS): Promise<void> {
    app.advance(ms);
    await runDueJobs(app.deps).finally(() => app.resetClock());
  }

  /** Counts the rows of the activity after the job runner did what the fault left. */
  async function countActivity(email: string, kind: ActivityKind): Promise<number> {
    await runJobsLater();
    const { _id: userId, outbox = [] } = await userOf(email);
    expect(outbox).toEqual([]);
    return activity.countDocuments({ userId, kind });
  }

  /** Signs in by the code of a mail in this browser. The next try asks for another mail. */
  async function signInByCode(person: string, agent = app.agent()): Promise<FlowSteps> {
    const email = addressOf(person);
    const { code } = await app.requestMail(email, agent);
    return {
      step: () => app.client(agent).session.signInWithCode.mutate({ email, code }),
      async recover() {
        await app.signInByMail(email, agent);
        expect(await sessionOf(agent)).toMatchObject({ user: { email } });
      },
    };
  }

  /** Makes the old sign-in of this browser fresh by a code. `change` needs a fresh session. */
  async function reauthenticateByCode(
    agent: HttpAgent,
    method: 'email' | 'phone',
    readCode: () => string,
    change: () => Promise<unknown>,
  ): Promise<FlowSteps> {
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    const { session } = app.client(agent);
    const askForCode = async () => {
      await session.reauthenticate.mutate({ method });
      return readCode();
    };
    const code = await askForCode();
    return {
      step: () => session.reauthenticate.mutate({ method: 'code', code }),
      async recover() {
        await session.reauthenticate.mutate({ method: 'code', code: await askForCode() });
        await change();
      },
    };
  }

  const mailsTo = (address: string, subject: string) =>
    app.mailbox.messages.filter((mail) => mail.to === address && mail.subject.includes(subject));

  return {
    app,
    faults,
    trusted,
    untrusted,
    revoked,
    closing,
    ...startProviderVisits(app),
    addressOf,
    sessionOf,
    signInByCode,
    reauthenticateByCode,
    signUp: (person: string) => app.signInByMail(addressOf(person)),
    userIdOf: async (agent: HttpAgent) => (await sessionOf(agent))?.user.id,
    isIn: async (agent: HttpAgent) => (await sessionOf(agent)) !== null,
    userOf,
    runJobsLater,
    countActivity,
    mailsTo,
    /** Expects exactly one notice in the activity and one by mail, at the latest from the job runner. */
    async expectTold(email: string, kind: ActivityKind, subject: string): Promise<void> {
      expect([await countActivity(email, kind), mailsTo(email, subject).length]).toEqual([1, 1]);
    },
  };
}
