import { OUTBOX_LEFT_AFTER_MS } from '../../../server/domain/activity/security-events.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { checkConfiguration } from '../../../server/configuration/check-configuration.ts';
import type { ActivityKind } from '../../../server/database/activity-documents.ts';
import type { UserDocument } from '../../../server/database/user-documents.ts';
import { runDueJobs } from '../../../server/domain/job-runner.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { noteRevocations, startIdentityProvider } from '../../providers/identity-provider.ts';
import { WITH_CLIENTS } from '../../oauth/clients.ts';
import { startProviderVisits } from '../../providers/provider-visits.ts';
import { createTestApp, type TestAppOptions } from '../../app/test-app.ts';
import type { FaultInjector } from '../faults.ts';

/** What a new flow says. */
interface FlowSteps {
  /** What the tests strike: one request, one command on the server, or one run of the jobs. */
  readonly step: () => Promise<unknown>;
  /** Whether the step is done. Then the next try makes it only where it is not. */
  readonly isDone?: () => Promise<boolean>;
  /** The next try makes the step again. It may be refused, because it is done already. */
  readonly repeats?: true;
  /**
   * The rest of the next try, and what is true after it. It may run the command that was given up itself, where the moment matters. Otherwise the
   * runner does it afterwards.
   */
  readonly recover?: (carryOut: () => Promise<void>) => Promise<void>;
  /** What is true when nobody tries again and only the job runner runs. Answers whether the step was decided. */
  readonly afterJobs?: () => Promise<boolean>;
  /** The activity and the start of the mail's subject, by which the person learns of a step that was decided, once, and never of another. */
  readonly tells?: { readonly kind: ActivityKind; readonly mail: string };
  /** The flow changes something outside of the database, such as a provider's code or an authenticator. Each fault then needs a new person. */
  readonly needsNewUser?: true;
  /** The preparation ends with a decision that nobody was told of, and the step tells them. */
  readonly leavesOutbox?: true;
}

/** Prepares the step of a person of this name, which begins their address. */
export type MakeFlow = (person: string) => FlowSteps | Promise<FlowSteps>;
export type Flows = Readonly<Record<string, MakeFlow>>;

/** `recover` is the whole next try. */
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

/** An app with clients and two real providers, and what most flows need. */
export async function startFlowWorld(faults: FaultInjector, database: FlowDatabase = {}) {
  /** What is closed at the end. */
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
  const { users, activity } = app.deps.collections;

  const addressOf = (person: string) => `${person}@example.test`;
  const sessionOf = (agent: HttpAgent) => app.client(agent).session.get.query();

  async function userOf(email: string): Promise<UserDocument> {
    const user = await users.findOne({ email });
    if (!user) throw new Error(`nobody has ${email}`);
    return user;
  }

  /** Runs the jobs after a while, when everything that a fault left is due. */
  async function runJobsLater(ms = 2 * OUTBOX_LEFT_AFTER_MS): Promise<void> {
    app.advance(ms);
    await runDueJobs(app.deps).finally(() => app.resetClock());
  }

  /** Counts the rows of the activity, after the job runner did what the fault left. */
  async function countActivity(email: string, kind: ActivityKind): Promise<number> {
    await runJobsLater();
    const { _id: userId, outbox = [] } = await userOf(email);
    expect(outbox).toEqual([]);
    return activity.countDocuments({ userId, kind });
  }

  /** Asks for a sign-in mail in this browser. Answers its code. */
  async function requestCode(agent: HttpAgent, email: string): Promise<string> {
    await app.client(agent).session.requestLink.mutate({ email });
    return app.mailbox.codeOf(app.mailbox.last(email));
  }

  /** The mails with such a subject so far. */
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
    requestCode,
    signUp: (person: string) => app.signInByMail(addressOf(person)),
    userIdOf: async (agent: HttpAgent) => (await sessionOf(agent))?.user.id,
    isIn: async (agent: HttpAgent) => (await sessionOf(agent)) !== null,
    userOf,
    runJobsLater,
    countActivity,
    mailsTo,
    /** The person learns of it by the activity and by mail, at the latest from the job runner, and only once. */
    async expectTold(email: string, kind: ActivityKind, subject: string): Promise<void> {
      expect([await countActivity(email, kind), mailsTo(email, subject).length]).toEqual([1, 1]);
    },
  };
}
