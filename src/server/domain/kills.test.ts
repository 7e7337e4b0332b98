import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_FAULTS, reportFigures } from '../../testing/faults/fault-rounds.ts';
import { createFaultInjector, type FaultMode } from '../../testing/faults/faults.ts';
import { brokenInvariants } from '../../testing/faults/invariants.ts';
import { startKillFlows, type KillFlows } from '../../testing/faults/kill-flows.ts';
import { killPositions, someOf } from '../../testing/faults/kill-positions.ts';

const faults = createFaultInjector();
let world: KillFlows;

beforeAll(async () => {
  world = await startKillFlows(faults);
});
afterAll(() => world.close());

/** Runs the step with the fault at the `n`th command, and the next try. Answers whether the fault happened, and the effects of the commands. */
async function strike(name: string, mode: FaultMode, n: number) {
  const make = world.flows[name];
  if (!make) throw new Error(`there is no flow "${name}"`);
  const { step, recover } = await world.prepare(make);
  faults.arm(mode, n);
  await step().catch(() => null);
  const { commands, effects, struck, carryOut } = faults.disarm();
  const where = `"${mode}" at ${n} of ${commands.join(', ')}`;
  await recover().catch((cause: unknown) => {
    throw new Error(`not finished after ${where}: ${String(cause)}`, { cause });
  });
  await carryOut();
  if (mode === 'given-up') await world.look();
  const broken = await brokenInvariants(world.app.db);
  if (broken.length > 0) throw new Error(`left after ${where}: ${broken.join('; ')}`);
  return { struck, effects };
}

/** Kills the step wherever a kill leaves another state, after it ran once without a kill. Answers the number of kills. */
async function killEverywhere(name: string): Promise<number> {
  const { effects } = await strike(name, 'killed', Number.POSITIVE_INFINITY);
  const positions = someOf(killPositions(effects));
  for (const n of positions)
    expect({ n, struck: (await strike(name, 'killed', n)).struck }).toEqual({ n, struck: true });
  return positions.length;
}

/** Injects the fault at the first command, at the second, and so on, until the step ends before the fault. */
async function strikeEverywhere(name: string, mode: FaultMode): Promise<number> {
  for (let n = 1, strikes = 0; ; n++, strikes++) if (!(await strike(name, mode, n)).struck) return strikes;
}

/** `npm test` runs only the flows that decide who gets into an account. */
const FLOWS = ALL_FAULTS
  ? [
      'asking for a mail',
      'sign-in by link',
      'sign-in by code',
      'asking for a mail beside an unused code',
      're-authentication by code',
      'sign-out',
      'sign-up with a password',
      'proof of a sign-up',
      'sign-in by password',
      'password.set',
      'password.change',
      'password.reset',
      'first sign-in after a reset',
      'password.remove',
      'phone.set',
      'phone.verify',
      'phone.verify of a number that another had',
      'phone.remove',
      're-authentication by phone',
      'email.change',
      'email.confirm',
      'email.confirmWithCode of a first address',
      'email.undo',
      'accessTokens.create',
      'accessTokens.revoke',
      'start of a command line',
      'device.approve',
      'poll of a command line',
      'poll of a declared client',
      'redeeming a code of a client',
      'refreshing the tokens of a client',
      'second use of a refresh token',
      'revoking a token of a client',
      'session.revoke of a session that authorized a client',
      'sign-out of a session that authorized a client',
      'session.revoke',
      'sign-in that replaces a session',
      'session.revokeOthers',
      'secondFactor.confirmTotp',
      'completeSignIn with an authenticator app',
      'completeSignIn with a recovery code',
      'secondFactor.removeTotp',
      'secondFactor.createRecoveryCodes',
      'secondFactor.endTrust',
      'first factor before a second one',
      'first factor at a provider before a second one',
      'second factor after a provider',
      'verification in two steps',
      'fifth wrong answer',
      'expiry of an unfinished sign-in',
      'second-factor:remove',
      'secondFactor.stopRemoval',
      'secondFactor.cancelRemoval',
      'secondFactor.removeNow',
      'running a removal of the second factors',
      'passkeys.begin',
      'passkeys.finish',
      'sign-in by passkey',
      're-authentication by passkey',
      'passkeys.remove',
      'data.deleteAccount',
      'finishing a deletion that was killed',
      'first sign-in',
      'later sign-in',
      'sign-in with a claimed address',
      'continueWithoutAddress',
      'link',
      'unlink',
      'unlink, then signing in with what was removed',
      'resumeLink',
      'signInWithCode that connects',
      'denyLink',
      'first proof by mail of an address that somebody else used',
      'first proof by a provider of an address that somebody else used',
    ]
  : [
      'sign-in by code',
      'asking for a mail beside an unused code',
      'password.change',
      'password.reset',
      'email.confirm',
      'email.undo',
      'accessTokens.revoke',
      'device.approve',
      'poll of a command line',
      'poll of a declared client',
      'redeeming a code of a client',
      'refreshing the tokens of a client',
      'session.revoke of a session that authorized a client',
      'sign-in that replaces a session',
      'session.revokeOthers',
      'secondFactor.stopRemoval',
      'running a removal of the second factors',
      'phone.verify of a number that another had',
      'secondFactor.confirmTotp',
      'completeSignIn with an authenticator app',
      'completeSignIn with a recovery code',
      'secondFactor.removeTotp',
      'first factor before a second one',
      'verification in two steps',
      'expiry of an unfinished sign-in',
      'passkeys.finish',
      'sign-in by passkey',
      'passkeys.remove',
      'data.deleteAccount',
      'finishing a deletion that was killed',
      'first sign-in',
      'link',
      'unlink',
      'signInWithCode that connects',
      'denyLink',
    ];

describe('a kill after any command (security.md R2)', () => {
  it.each(FLOWS)('of "%s" leaves a state that the next try completes', { timeout: 120_000 }, async (name) => {
    const kills = await killEverywhere(name);
    expect(kills).toBeGreaterThan(0);
    reportFigures(name, { kills, 'half-made': 0 });
  });

  it('is tested in every flow', () => {
    if (ALL_FAULTS) expect(FLOWS).toEqual(Object.keys(world.flows));
    else expect(Object.keys(world.flows)).toEqual(expect.arrayContaining(FLOWS));
  });
});

describe('a reply that is lost after any command (security.md R2)', () => {
  it.each(ALL_FAULTS ? FLOWS : ['unlink'])(
    'of "%s" leaves a state that the next try completes',
    { timeout: 120_000 },
    async (name) => {
      const lost = await strikeEverywhere(name, 'reply-lost');
      expect(lost).toBeGreaterThan(0);
      reportFigures(name, { 'lost replies': lost, 'half-made': 0 });
    },
  );
});

describe('a command that runs after the next try, because its caller stopped waiting (security.md R2)', () => {
  it.each(ALL_FAULTS ? FLOWS : ['accessTokens.create'])(
    'of "%s" leaves no half-done change',
    { timeout: 120_000 },
    async (name) => {
      const late = await strikeEverywhere(name, 'given-up');
      expect(late).toBeGreaterThan(0);
      reportFigures(name, { 'late commands': late, 'half-made': 0 });
    },
  );
});
