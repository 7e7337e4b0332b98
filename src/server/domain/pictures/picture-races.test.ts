import { beforeAll, describe, expect } from 'vitest';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPng, blobOf, type Bytes } from '../../../testing/app/pictures.ts';
import { startSession } from '../../../testing/app/sessions.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';
import { PICTURE_SETTLED_AFTER_MS, removePictures, showUpload } from './pictures.ts';

const faults = createFaultInjector();

let png: Bytes;
const it = testWith({ faults });
beforeAll(async () => {
  png = await aPng();
});
it.beforeEach(async ({ app }) => {
  await app.db.collection('pictures').deleteMany({});
});

const upload = (app: TestApp, agent: HttpAgent) =>
  app.client(agent).profile.uploadPicture.mutate(blobOf(png));
const shownOf = (app: TestApp, agent: HttpAgent) =>
  app
    .client(agent)
    .profile.get.query()
    .then(({ image }) => image);
const stored = async (app: TestApp) =>
  (await app.deps.collections.pictures.find().toArray()).map(({ _id }) => `/pictures/${_id}.webp`);

const unsettled = (app: TestApp) =>
  app.deps.collections.pictures.countDocuments({ unsettledSince: { $gt: new Date(0) } });

async function userOf(app: TestApp, agent: HttpAgent) {
  const { id } = await app.client(agent).profile.get.query();
  const user = (await app.deps.collections.users.find().toArray()).find(({ _id }) => _id.equals(id));
  if (!user) throw new Error('there is no such user');
  return user;
}

async function settle(app: TestApp): Promise<void> {
  app.advance(PICTURE_SETTLED_AFTER_MS + MINUTE_MS);
  await runDueJobs(app.deps);
  app.resetClock();
}

describe('two pictures at once', () => {
  it.for(Array.from({ length: rounds(2, 50) }, (_, round) => round))(
    'leave one picture, round %i',
    async (round, { app }) => {
      const agent = await app.signInByMail(`race${round}@example.test`);
      await Promise.all(Array.from({ length: 5 }, () => upload(app, agent)));
      expect(await stored(app)).toEqual([await shownOf(app, agent)]);
    },
  );

  it('together with a removal leave one or none', async ({ app }) => {
    const agent = await app.signInByMail('removal@example.test');
    await Promise.all([
      upload(app, agent),
      app.client(agent).profile.update.mutate({ image: null }),
      upload(app, agent),
      app.client(agent).profile.update.mutate({ image: null }),
    ]);
    const shown = await shownOf(app, agent);
    expect(await stored(app)).toEqual(shown === null ? [] : [shown]);
  });
});

/** Kills the step after its first command, after its second, and so on to its end. Answers what was wrong after each kill. */
async function killEverywhere(
  app: TestApp,
  email: string,
  step: (app: TestApp, agent: HttpAgent) => Promise<unknown>,
): Promise<{ kills: number; wrong: string[] }> {
  let kills = 0;
  const wrong: string[] = [];
  for (let n = 0, struck = true; struck; n++) {
    await app.db.collection('pictures').deleteMany({});
    const agent = await app.signInByMail(email);
    await upload(app, agent);
    faults.arm('killed', n);
    await step(app, agent).catch(() => null);
    const { struck: wasKilled, commands } = faults.disarm();
    struck = wasKilled;
    if (struck) kills++;

    const shown = await shownOf(app, agent);
    const where = `killed after ${n} of ${commands.join(', ')}`;
    if (shown !== null && (await app.agent().request(shown)).status !== 200)
      wrong.push(`the picture is not there, ${where}`);
    await settle(app);
    const left = await stored(app);
    if (left.join(' ') !== (shown ?? '')) wrong.push(`${left.length} pictures are there, ${where}`);
    if ((await unsettled(app)) > 0) wrong.push(`something is unsettled, ${where}`);
    await app.resetLimits();
  }
  return { kills, wrong };
}

describe('a kill after any command (security.md R2)', () => {
  it('of an upload leaves the old or the new picture, and no other file after the clean-up', async ({
    app,
  }) => {
    const { kills, wrong } = await killEverywhere(app, 'killed@example.test', upload);
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThan(3);
  });

  it('of a removal leaves the picture or no picture', async ({ app }) => {
    const { kills, wrong } = await killEverywhere(app, 'killed-removal@example.test', (_app, agent) =>
      app.client(agent).profile.update.mutate({ image: null }),
    );
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThan(3);
  });
});

describe('an upload during the user’s deletion', () => {
  it('leaves no picture', async ({ app }) => {
    const agent = await app.signInByMail('deleted@example.test');
    const user = await userOf(app, agent);
    const { _id } = user;
    const { session } = await startSession(app.deps, user);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const call = showUpload(app.deps, { user, session }, png);
    await hold.reached;
    await app.deps.collections.users.updateOne({ _id }, { $set: { deletedAt: app.deps.now() } });
    await removePictures(app.deps, _id);
    hold.release();
    await expect(call).rejects.toMatchObject({ code: 'SessionRequired' });
    expect(await stored(app)).toEqual([]);
  });
});
