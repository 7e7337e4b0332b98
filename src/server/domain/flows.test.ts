import { afterAll, describe, expect, it } from 'vitest';
import { ALL_FAULTS, reportFigures } from '../../testing/faults/fault-rounds.ts';
import { startFlows } from '../../testing/faults/flow-runner.ts';

const { flows, kill, strikeEverywhere, close } = await startFlows();
const FLOWS = Object.keys(flows);
const PATIENCE = { timeout: 600_000 };

afterAll(close);

/** `npm test` kills these, the most deciding of each area. `npm run test:all` kills all. */
const KILLED = [
  'accessTokens.create',
  'unlink',
  'signInWithCode that connects',
  'first proof by mail of an address that somebody else used',
  'users.suspend of an administrator',
  'users.setRoles that gives the role of an administrator',
  'users.delete',
  'users.import',
  'refreshing the tokens of a client',
  'second use of a refresh token',
  'poll of a declared client',
  'data.deleteAccount',
  'email.confirm',
  'email.undo',
  'serviceKeys.revoke',
  'webhooks.update',
  'delivery of an event',
  'users.impersonate',
  'sign-in by code',
  'sign-out',
  'passkeys.remove',
  'password.reset',
  'phone.verify of a number that another had',
  'profile.update that removes the picture',
  'secondFactor.removeNow',
  'completeSignIn with a recovery code',
  'second factor after a provider',
  'session.revoke',
];

describe('a kill after any command (security.md R2, 47, 48)', () => {
  const killed = ALL_FAULTS ? FLOWS : KILLED;
  it.each(killed)('of "%s" leaves a state that the next try completes', PATIENCE, async (name) => {
    const kills = await kill(name);
    expect(kills).toBeGreaterThan(0);
    reportFigures(name, { kills, 'half-made': 0 });
  });
});

describe('a reply that is lost after any command (security.md R2)', () => {
  it.each(ALL_FAULTS ? FLOWS : ['serviceKeys.revoke'])(
    'of "%s" leaves a state that the next try completes',
    PATIENCE,
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
    PATIENCE,
    async (name) => {
      const late = await strikeEverywhere(name, 'given-up');
      expect(late).toBeGreaterThan(0);
      reportFigures(name, { 'late commands': late, 'half-made': 0 });
    },
  );
});
