import { isDeepStrictEqual } from 'node:util';
import type { Db } from 'mongodb';
import { collectionsOf, type Collections } from '../../server/database/collections.ts';
import type { EventDocument } from '../../server/database/event-documents.ts';
import { sequenceAfterRestore } from '../../server/database/dump/restored-events.ts';
import { emailFields, nameFields } from '../../server/database/search-key.ts';
import { accountKey } from '../../server/domain/rules/account-key.ts';
import { brokenEvents } from './event-replay.ts';

/** Returns one sentence for each half-done change that nothing would finish. No request may be running. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const collections = collectionsOf(db);
  const [users, accounts, accessTokens, sessions] = await Promise.all([
    // Tombstones are not users any more.
    collections.users.find({ deletedAt: { $exists: false } }).toArray(),
    collections.accounts.find().toArray(),
    collections.accessTokens.find().toArray(),
    collections.sessions.find().toArray(),
  ]);
  const rows = new Map(sessions.map((session) => [session._id.toHexString(), session]));
  const tokenIds = new Set(accessTokens.map(({ _id }) => _id.toHexString()));
  const broken: string[] = [];

  const owners = new Map<string, string>();
  const emails = new Set<string>();
  const phones = new Set<string>();
  for (const user of users) {
    const id = user._id.toHexString();
    if (user.accounts.length === 0 && user.emailVerified === null)
      broken.push(`user ${id} has no sign-in method`);
    for (const { key } of user.accounts) {
      const other = owners.get(key);
      if (other !== undefined) broken.push(`${key} belongs to ${other} and to ${id}`);
      owners.set(key, id);
    }
    const { nameKey, namePrefixes } = nameFields(user.name);
    const stored = [user.nameKey, user.namePrefixes, user.emailPrefixes];
    const emailPrefixes = user.email === undefined ? undefined : emailFields(user.email).emailPrefixes;
    if (!isDeepStrictEqual(stored, [nameKey, namePrefixes, emailPrefixes]))
      broken.push(`user ${id} is not found by their name and address`);
    const hasSecondFactor = (user.totp?.length ?? 0) + (user.passkeys?.length ?? 0) > 0;
    if (!hasSecondFactor && (user.recoveryCodes || (user.trustedBrowsers?.length ?? 0) > 0))
      broken.push(`user ${id} has recovery codes or trusted browsers without a second factor`);
    for (const token of user.accessTokens ?? []) {
      if (!tokenIds.has(token.id.toHexString())) broken.push(`user ${id} holds a token that is not there`);
    }
    for (const { id: sessionId, client } of user.sessions ?? []) {
      const row = rows.get(sessionId.toHexString());
      if (row && row.clientGrant?.id !== client?.id)
        broken.push(`the session ${sessionId.toHexString()} is of another client than its row`);
      const isBoundToNone =
        client?.bound && user.sessions?.every((listed) => !listed.id.equals(client.authorizedBy));
      if (isBoundToNone)
        broken.push(`the session ${sessionId.toHexString()} outlives the one that it is bound to`);
    }
    const number = user.phone?.e164;
    if (number !== undefined && phones.has(number)) broken.push(`${number} belongs to two users`);
    if (number !== undefined) phones.add(number);
    if (user.email === undefined) continue;
    if (emails.has(user.email)) broken.push(`${user.email} belongs to two users`);
    emails.add(user.email);
  }
  const now = new Date();
  for (const { _id, emailUndos = [] } of users) {
    for (const { email, expires } of emailUndos) {
      const other = users.find((user) => user.email === email && !user._id.equals(_id));
      if (other && expires > now) broken.push(`${email} is kept for ${_id.toHexString()} and another has it`);
    }
  }
  for (const row of accounts) {
    const key = accountKey(row);
    const owner = owners.get(key);
    if (owner !== row.userId.toHexString())
      broken.push(`the row of ${key} names ${row.userId.toHexString()}, its owner is ${owner ?? 'nobody'}`);
  }
  return [...broken, ...(await brokenEventsOfAll(collections))];
}

/** Of everybody, also of people without a tombstone. */
async function brokenEventsOfAll(
  collections: Pick<Collections, 'events' | 'eventPartitions' | 'users'>,
): Promise<string[]> {
  // Read before the people, so that a request that ends meanwhile does not look like a fault.
  const events = await collections.events.find().toArray();
  const users = new Map(
    (await collections.users.find().toArray()).map((user) => [user._id.toHexString(), user]),
  );
  const bySubject = new Map<string, EventDocument[]>();
  for (const event of events) {
    const id = event.subject.toHexString();
    bySubject.set(id, [...(bySubject.get(id) ?? []), event]);
  }
  const { restoredAt } = (await collections.eventPartitions.findOne({ restoredAt: { $exists: true } })) ?? {};
  const raised = restoredAt ? sequenceAfterRestore(restoredAt) : null;
  return [...new Set([...users.keys(), ...bySubject.keys()])].flatMap((id) =>
    brokenEvents(users.get(id) ?? null, bySubject.get(id) ?? [], raised).map(
      (sentence) => `of ${id}: ${sentence}`,
    ),
  );
}
