import { expect } from 'vitest';
import type { UserDocument } from '../../../server/database/user-documents.ts';
import { setUserData, updateUser } from '../../../server/domain/administration/user-changes.ts';
import { PICTURE_CHECKED_AFTER_MS, showUpload } from '../../../server/domain/pictures/pictures.ts';
import type { Actor } from '../../../server/domain/rules/actor.ts';
import { setOwnData, updateProfile } from '../../../server/domain/users/profile.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { aPng, blobOf } from '../../users/pictures.ts';
import { actorOf } from '../../users/sessions.ts';
import { aSignedInUser, readUser } from '../../users/signed-in-users.ts';
import type { Flows, FlowWorld, MakeFlow } from './flow-world.ts';
import { NO_REQUEST } from '../../../server/domain/rules/request-context.ts';

const SERVER = { kind: 'server' } as const;
const idOf = ({ user }: Actor) => user._id.toHexString();

function differencesOf(before: UserDocument, after: UserDocument): string[] {
  const names = new Set([...Object.keys(before.data ?? {}), ...Object.keys(after.data ?? {})]);
  return [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.image?.id === after.image?.id ? [] : ['image']),
    ...(before.locale === after.locale ? [] : ['locale']),
    ...[...names].filter((name) => before.data?.[name] !== after.data?.[name]).map((name) => `data.${name}`),
  ];
}

export function profileFlows({ app, runJobsLater }: FlowWorld): Flows {
  const { deps } = app;
  const { pictures, events } = deps.collections;

  const profileFlow =
    (change: (actor: Actor) => Promise<unknown>): MakeFlow =>
    async () => {
      const person = await aSignedInUser(app);
      const actor = await actorOf(deps, person.agent);
      const before = await readUser(app, person);
      /** The events name the changes. Returns whether there are any. */
      const expectTold = async () => {
        const told = events.find({ subject: person.userId, type: 'user.updated' }, { sort: { sequence: 1 } });
        const changed = (await told.toArray()).flatMap(({ data }) => ('changed' in data ? data.changed : []));
        const differences = differencesOf(before, await readUser(app, person));
        expect(changed).toEqual(differences);
        return differences.length > 0;
      };
      return {
        step: () => change(actor),
        async afterJobs() {
          await runJobsLater();
          return expectTold();
        },
        async recover() {
          // A second change to the same values has no event, unless the picture differs.
          const { image } = await readUser(app, person);
          if (image?.id === before.image?.id) await change(actor);
          await runJobsLater();
          expect(await expectTold()).toBe(true);
        },
      };
    };

  /** A person with a picture. The step replaces or removes it. */
  const pictureFlow =
    (step: (agent: HttpAgent) => Promise<unknown>): MakeFlow =>
    async () => {
      const { agent } = await aSignedInUser(app);
      await upload(agent);
      const shownPicture = async () => (await app.client(agent).profile.get.query()).image;
      return {
        step: () => step(agent),
        async recover() {
          const shown = await shownPicture();
          if (shown !== null) expect((await app.agent().request(shown)).status).toBe(200);
          await runJobsLater(2 * PICTURE_CHECKED_AFTER_MS);
          const stored = (await pictures.find().toArray()).map(({ _id }) => `/pictures/${_id}.webp`);
          expect(stored).toEqual(shown === null ? [] : [shown]);
          expect(await pictures.countDocuments({ checkDueSince: { $gt: new Date(0) } })).toBe(0);
        },
      };
    };
  const upload = async (agent: HttpAgent) =>
    app.client(agent).profile.uploadPicture.mutate(blobOf(await aPng()));

  return {
    'profile.update': profileFlow((actor) => updateProfile(deps, actor, { name: 'Grace', locale: 'de' })),
    'profile.setData': profileFlow((actor) => setOwnData(deps, actor, { newsletter: true })),
    'profile.setPicture': profileFlow((actor) => showUpload(deps, actor, new Uint8Array([1]))),
    'users.update by the application': profileFlow((actor) =>
      updateUser(deps, SERVER, { id: idOf(actor), name: 'Grace', locale: 'de' }, NO_REQUEST),
    ),
    'users.setData by the application': profileFlow((actor) =>
      setUserData(deps, SERVER, { id: idOf(actor), data: { plan: 'paid' } }, NO_REQUEST),
    ),
    'profile.uploadPicture that replaces one': pictureFlow(upload),
    'profile.update that removes the picture': pictureFlow((agent) =>
      app.client(agent).profile.update.mutate({ image: null }),
    ),
  };
}
