import type { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { createFaultInjector, type FaultMode } from '../../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../../testing/faults/invariants.ts';
import { createTestApp } from '../../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../../testing/app/unique-name.ts';
import { OUTBOX_LEFT_AFTER_MS, writeLeftOutboxes } from '../../activity/security-events.ts';
import { importPeople } from './import-people.ts';

const CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;

it.for<[FaultMode, number]>([
  ['killed', 0],
  ['reply-lost', 1],
  ['given-up', 1],
])('a repeat finishes an import after each command that was %s (security.md 47)', async ([mode, first]) => {
  const faults = createFaultInjector();
  await using app = await createTestApp({ faults });
  const { users, audit } = app.deps.collections;
  const positions = [];
  for (let n = first; ; n++) {
    const people = [1, 2, 3].map(() => ({
      externalId: uniqueName(),
      email: uniqueEmail(),
      emailVerified: true,
      passwordHash: `$pbkdf2-sha256$i=1000$c2FsdHNhbHQ$${'A'.repeat(43)}`,
    }));
    const run = () => importPeople(app.deps, { kind: 'server' }, { people, dryRun: false }, CLIENT);
    faults.arm(mode, n);
    await run().catch(() => null);
    const { struck, carryOut } = faults.disarm();
    await carryOut();
    const { created, existing, refused } = await run();
    expect([created + existing, refused]).toEqual([3, []]);

    app.advance(OUTBOX_LEFT_AFTER_MS + 1000);
    await writeLeftOutboxes(app.deps);
    app.resetClock();
    const stored = await users.find({ externalId: { $in: people.map((each) => each.externalId) } }).toArray();
    expect(stored.map(({ password, outbox }) => [password?.hash, outbox])).toEqual(
      people.map(({ passwordHash }) => [passwordHash, []]),
    );
    const ids: ObjectId[] = stored.map(({ _id }) => _id);
    expect(await audit.countDocuments({ 'subject.id': { $in: ids }, action: 'user-imported' })).toBe(3);
    expect(await brokenInvariants(app.db)).toEqual([]);
    if (!struck) break;
    positions.push(n);
  }
  // The insert, the rows of the audit log and the removal of the events.
  expect(positions.length).toBeGreaterThanOrEqual(3);
});
