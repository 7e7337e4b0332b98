import { beforeAll, describe, expect } from 'vitest';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPng, blobOf, type Bytes } from '../../../testing/users/pictures.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { removePictures, showUpload } from './pictures.ts';

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
const shownOf = async (app: TestApp, agent: HttpAgent) => (await app.client(agent).profile.get.query()).image;
const stored = async (app: TestApp) =>
  (await app.deps.collections.pictures.find().toArray()).map(({ _id }) => `/pictures/${_id}.webp`);

describe('two pictures at once', () => {
  it('leave one picture', async ({ app }) => {
    for (let round = 0; round < rounds(2, 30); round++) {
      await app.db.collection('pictures').deleteMany({});
      const agent = await app.signInByMail(`race${round}@example.test`);
      await Promise.all(Array.from({ length: 5 }, () => upload(app, agent)));
      expect(await stored(app)).toEqual([await shownOf(app, agent)]);
    }
  });

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

describe('an upload during the user’s deletion', () => {
  it('leaves no picture', async ({ app }) => {
    const actor = await actorOf(app.deps, await app.signInByMail('deleted@example.test'));
    const { _id } = actor.user;
    const show = () => showUpload(app.deps, actor, png);
    const outcome = await overtake(faults, 'users.findOneAndUpdate', show, async () => {
      await app.deps.collections.users.updateOne({ _id }, { $set: { deletedAt: app.deps.now() } });
      await removePictures(app.deps, _id);
    });
    expect(outcome).toBe('SessionRequired');
    expect(await stored(app)).toEqual([]);
  });
});
