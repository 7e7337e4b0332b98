import type { EventDocument, OutboxEvent } from '../../server/database/event-documents.ts';
import type { UserDocument } from '../../server/database/user-documents.ts';

type ToldEvent = OutboxEvent & { readonly at: Date };

/** What events say about one list of a person. Entries without an event are unknown: tests store people. */
class ToldList {
  readonly #name: string;
  readonly #entries = new Map<string, boolean>();
  #others: boolean | null;
  readonly broken: string[] = [];

  constructor(name: string, isEmptyAtFirst: boolean) {
    this.#name = name;
    this.#others = isEmptyAtFirst ? false : null;
  }

  #has(key: string): boolean | null {
    return this.#entries.get(key) ?? this.#others;
  }

  add(key: string): void {
    if (this.#has(key) === true) this.broken.push(`${this.#name} ${key} was added twice`);
    this.#entries.set(key, true);
  }

  remove(key: string): void {
    if (this.#has(key) === false) this.broken.push(`${this.#name} ${key} was removed and was not there`);
    this.#entries.set(key, false);
  }

  clear(except?: string): void {
    const isKept = except === undefined ? null : this.#has(except);
    this.#entries.clear();
    this.#others = false;
    if (except !== undefined && isKept !== null) this.#entries.set(except, isKept);
  }

  /** `stored`: the entries with their time. */
  compare(stored: ReadonlyMap<string, Date | null>, begin: Date | null): string[] {
    for (const [key, isThere] of this.#entries) {
      if (isThere !== stored.has(key))
        this.broken.push(`${this.#name} ${key} is ${isThere ? 'told' : 'ended'} and the opposite is stored`);
    }
    for (const [key, since] of stored) {
      if (this.#entries.has(key)) continue;
      const isSilent = this.#others === false || (begin !== null && since !== null && since > begin);
      if (isSilent) this.broken.push(`${this.#name} ${key} is stored and was never told`);
    }
    return this.broken;
  }
}

/**
 * Compares a person with their events. Returns one sentence for each event that is missing, repeated or
 * wrong. `user` is `null` after the tombstone. `raised`: the number that a restore gave to everybody.
 */
export function brokenEvents(
  user: UserDocument | null,
  rows: readonly EventDocument[],
  raised: number | null = null,
): string[] {
  const { history, broken } = historyOf(user, rows, raised);
  const types = history.map(({ type }) => type);
  const isGone = user === null || user.deletedAt !== undefined;
  if (types.lastIndexOf('user.created') !== 0) broken.push('user.created is not the first event, once');
  if (types.filter((type) => type === 'user.deleted').length !== (isGone ? 1 : 0))
    broken.push('user.deleted is not told exactly once');
  if (isGone && types.at(-1) !== 'user.deleted') broken.push('user.deleted is not the last event');
  return isGone ? broken : [...broken, ...differences(user, history)];
}

/** The stored events, then those of the outbox, in order of their sequence. */
function historyOf(user: UserDocument | null, rows: readonly EventDocument[], raised: number | null) {
  const broken: string[] = [];
  const sorted = rows.toSorted((one, other) => one.sequence - other.sequence);
  const outbox = (user?.outbox ?? []).flatMap(({ events, at }) =>
    events.map((event): ToldEvent => ({ ...event, at })),
  );
  const sequences = sorted.map(({ sequence }) => sequence);
  const isNext = (sequence: number, last: number) =>
    sequence === last + 1 || (raised !== null && last <= raised && sequence === raised + 1);
  if (sequences.some((sequence, index) => !isNext(sequence, sequences[index - 1] ?? 0)))
    broken.push(`the sequences are ${sequences.join(', ')}`);
  const last = user ? (user.eventSequence ?? 0) : Infinity;
  const written = sequences.filter((sequence) => sequence <= last).length;
  // A restore hides how many events a person had before it. Then only the last one is looked for.
  const isMissing =
    raised === null || last < raised ? written < last : last > raised && !sequences.includes(last);
  if (user && isMissing) broken.push(`events were written up to ${last} and ${written} are stored`);
  // A crash inside of writing the outbox leaves events both stored and in the outbox.
  for (const [index, event] of sorted.slice(written).entries()) {
    if (outbox[index]?._id.equals(event._id) !== true) broken.push(`${event.type} is stored and not decided`);
  }
  return { history: [...sorted.slice(0, written), ...outbox], broken };
}

function differences(user: UserDocument, history: readonly ToldEvent[]): string[] {
  const [first] = history;
  const begin = first?.type === 'user.created' ? first.at : null;
  const isNew = begin !== null;
  // An import brings second factors and numbers, and has only the event `user.created`.
  const beginsBare = first?.type === 'user.created' && first.data.by !== 'import';
  const sessions = new ToldList('the session', isNew);
  const connections = new ToldList('the connection', false);
  const passkeys = new ToldList('the passkey', beginsBare);
  const password = new ToldList('the', false);
  const phone = new ToldList('the', beginsBare);
  const roles = new ToldList('the role', false);
  const impersonations = new ToldList('the impersonation', isNew);
  const broken: string[] = [];
  let apps: number | null = beginsBare ? 0 : null;
  let hasCodes: boolean | null = beginsBare ? false : null;
  let suspendedUntil: string | null | undefined;
  let isSuspended: boolean | null = isNew ? false : null;
  let isVerified: boolean | null = null;

  for (const event of history) {
    switch (event.type) {
      case 'email.changed':
        isVerified = event.data.verified;
        break;
      case 'user.suspended':
        isSuspended = true;
        suspendedUntil = event.data.until;
        break;
      case 'user.resumed':
        if (isSuspended === false) broken.push('somebody was resumed who was not suspended');
        isSuspended = false;
        break;
      case 'session.created':
        sessions.add(event.data.sessionId);
        break;
      case 'session.ended': {
        const { which, sessionId } = event.data;
        if (which === 'one' && sessionId !== null) sessions.remove(sessionId);
        else sessions.clear(sessionId ?? undefined);
        break;
      }
      case 'impersonation.started':
        impersonations.add(event.data.sessionId);
        break;
      case 'impersonation.ended':
        impersonations.remove(event.data.sessionId);
        break;
      case 'method.added':
      case 'method.removed': {
        const { method, provider, id } = event.data;
        const list = { password, phone, passkey: passkeys, provider: connections }[method];
        const key = method === 'provider' ? `${provider ?? ''}:${id ?? ''}` : (id ?? method);
        if (event.type === 'method.added') list.add(key);
        else if (id === null && (method === 'passkey' || method === 'provider')) list.clear();
        else list.remove(key);
        break;
      }
      case 'second_factor.changed':
        if (event.data.change === 'all-removed') [apps, hasCodes] = [0, false];
        if (event.data.change === 'recovery-codes-created') hasCodes = true;
        if (event.data.change === 'authenticator-app-added' && apps !== null) apps += 1;
        if (event.data.change === 'authenticator-app-removed' && apps !== null) apps -= 1;
        break;
      case 'roles.changed':
        for (const role of event.data.added) roles.add(role);
        for (const role of event.data.removed) roles.remove(role);
        break;
      case 'user.created':
      case 'user.updated':
      case 'user.deleted':
    }
  }

  const { email, emailVerified, suspension, totp = [] } = user;
  if (isVerified !== null && isVerified !== (emailVerified !== null && email !== undefined))
    broken.push(`the address is told as ${isVerified ? '' : 'not '}verified`);
  if (isVerified === null && begin !== null && emailVerified !== null && emailVerified > begin)
    broken.push('the proof of the address was never told');
  if (isSuspended !== null && isSuspended !== (suspension !== undefined))
    broken.push('the suspension is told otherwise');
  if (isSuspended && suspension && suspendedUntil !== (suspension.until?.toISOString() ?? null))
    broken.push('the end of the suspension is told otherwise');
  if (apps !== null && apps !== totp.length)
    broken.push(`${apps} authenticator apps are told and ${totp.length} are stored`);
  if (hasCodes === false && user.recoveryCodes) broken.push('recovery codes are stored and were never told');
  return [
    ...broken,
    ...sessions.compare(new Map((user.sessions ?? []).map(({ id }) => [id.toHexString(), null])), begin),
    ...connections.compare(new Map(user.accounts.map(({ key, linkedAt }) => [key, linkedAt])), begin),
    ...passkeys.compare(new Map((user.passkeys ?? []).map(({ id, createdAt }) => [id, createdAt])), begin),
    // A later change of a password or a number adds no method, so the time means nothing.
    ...password.compare(new Map(user.password ? [['password', null]] : []), begin),
    ...phone.compare(new Map(user.phone ? [['phone', null]] : []), begin),
    ...roles.compare(new Map((user.roles ?? []).map((role) => [role, null])), begin),
    ...impersonations.broken,
  ];
}
