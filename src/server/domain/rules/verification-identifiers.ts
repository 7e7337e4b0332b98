import type { Filter, ObjectId } from 'mongodb';
import type {
  VerificationIdentifier,
  VerificationTokenDocument,
} from '../../database/verification-documents.ts';

/** A token of one kind opens nothing of another. Identifiers are stored, so a kind must keep its spelling. */
export const VERIFICATION_KINDS = {
  'sign-in': 'address',
  'reset-password': 'address',
  'phone-sign-in': 'number',
  phone: 'user',
  reauthenticate: 'session',
} as const;

export type VerificationKind = keyof typeof VERIFICATION_KINDS;

interface NameParts {
  readonly address: readonly [email: string];
  readonly number: readonly [e164: string];
  readonly user: readonly [userId: ObjectId];
  /** The user comes first, so that all sessions' tokens are found by the user's id. */
  readonly session: readonly [userId: ObjectId, sessionId: ObjectId];
}

type NamedBy<Kind extends VerificationKind> = (typeof VERIFICATION_KINDS)[Kind];
type KindNaming<Named extends keyof NameParts> = {
  [Kind in VerificationKind]: NamedBy<Kind> extends Named ? Kind : never;
}[VerificationKind];

/** Only this module makes identifiers. */
export function identifierOf<Kind extends VerificationKind>(
  kind: Kind,
  ...parts: NameParts[NamedBy<Kind>]
): VerificationIdentifier {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.toHexString()));
  // Auth.js stores the token of a sign-in mail under the plain address.
  return (kind === 'sign-in' ? texts : [kind, ...texts]).join(':') as VerificationIdentifier;
}

/** No address contains a colon, so the word before a colon is a kind. */
export function kindOf(identifier: VerificationIdentifier): VerificationKind {
  const [word = ''] = identifier.split(':');
  return identifier.includes(':') && isKind(word) ? word : 'sign-in';
}

function isKind(word: string): word is VerificationKind {
  return Object.hasOwn(VERIFICATION_KINDS, word);
}

function kindsNaming<Named extends keyof NameParts>(named: Named): KindNaming<Named>[] {
  const kinds = Object.keys(VERIFICATION_KINDS) as VerificationKind[];
  return kinds.filter((kind): kind is KindNaming<Named> => VERIFICATION_KINDS[kind] === named);
}

export function identifiersOfAddress(email: string): VerificationIdentifier[] {
  return kindsNaming('address').map((kind) => identifierOf(kind, email));
}

/** The tokens were sent by somebody who was not signed in. */
export function identifiersOfNumber(e164: string): VerificationIdentifier[] {
  return kindsNaming('number').map((kind) => identifierOf(kind, e164));
}

/** Finds the tokens of all their sessions. */
export function identifiersOfUser(userId: ObjectId): Filter<VerificationTokenDocument> {
  const ofUser = kindsNaming('user').map((kind) => identifierOf(kind, userId));
  const ofSessions = kindsNaming('session').map((kind) => ({
    identifier: { $regex: `^${kind}:${userId.toHexString()}:` },
  }));
  return { $or: [{ identifier: { $in: ofUser } }, ...ofSessions] };
}
