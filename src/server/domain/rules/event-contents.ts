import type { ObjectId } from 'mongodb';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** `makeSecurityEvent` takes these, and the deciding write stores them. */

export function createdEvent(by: 'sign-up' | 'administrator' | 'import'): EventContent {
  return { type: 'user.created', data: { by } };
}

/** Nothing when nothing changed. */
export function updatedEvents(changed: readonly string[]): EventContent[] {
  return changed.length === 0 ? [] : [{ type: 'user.updated', data: { changed: [...changed] } }];
}

/** Of the user's present address, verified or not. */
export function emailEvent({ emailVerified }: Pick<UserDocument, 'emailVerified'>): EventContent {
  return { type: 'email.changed', data: { verified: emailVerified !== null } };
}

export function sessionCreatedEvent(
  id: ObjectId,
  methods: readonly string[],
  clientId: string | null = null,
): EventContent {
  return { type: 'session.created', data: { sessionId: id.toHexString(), methods: [...methods], clientId } };
}

export function sessionEndedEvent(id: ObjectId): EventContent {
  return { type: 'session.ended', data: { which: 'one', sessionId: id.toHexString() } };
}

export function otherSessionsEndedEvent(except: ObjectId): EventContent {
  return { type: 'session.ended', data: { which: 'others', sessionId: except.toHexString() } };
}

export const ALL_SESSIONS_ENDED: EventContent = {
  type: 'session.ended',
  data: { which: 'all', sessionId: null },
};

export function impersonationEvent(
  type: 'impersonation.started' | 'impersonation.ended',
  id: ObjectId,
  { administratorId }: { readonly administratorId: ObjectId },
): EventContent {
  return { type, data: { administratorId: administratorId.toHexString(), sessionId: id.toHexString() } };
}

type MethodType = 'method.added' | 'method.removed';

export function connectionEvent(
  type: MethodType,
  { provider, providerAccountId }: { readonly provider: string; readonly providerAccountId: string },
): EventContent {
  return { type, data: { method: 'provider', provider, id: providerAccountId } };
}

export function passkeyEvent(type: MethodType, { id }: { readonly id: string }): EventContent {
  return { type, data: { method: 'passkey', provider: null, id } };
}

/** The password, the phone, or all of a method that a user may have several of. */
export function methodEvent(
  type: MethodType,
  method: 'password' | 'phone' | 'passkey' | 'provider',
): EventContent {
  return { type, data: { method, provider: null, id: null } };
}

/** A phone number is a sign-in method and a field of the user. */
export const PHONE_REMOVED: readonly EventContent[] = [
  methodEvent('method.removed', 'phone'),
  ...updatedEvents(['phone']),
];

export function secondFactorEvent(
  change: 'authenticator-app-added' | 'authenticator-app-removed' | 'recovery-codes-created' | 'all-removed',
): EventContent {
  return { type: 'second_factor.changed', data: { change } };
}
