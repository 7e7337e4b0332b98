import { ObjectId } from 'mongodb';
import { z } from 'zod';
import type { StoredTotp } from '../../database/second-factor-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';

/** An app that is not confirmed is stored nowhere: the browser keeps the sealed text. */
export interface TotpEnrolment {
  readonly id: ObjectId;
  readonly secret: string;
  readonly expires: Date;
}

const storedEnrolment = z.strictObject({ id: z.string(), secret: z.string(), expires: z.number() });

/** A secret opens for its user and its app only. */
export function contextOfTotpSecret(userId: ObjectId, id: ObjectId): string {
  return `authenticator app ${id.toHexString()} of user ${userId.toHexString()}`;
}

function enrolmentContextOf({ user, session }: SessionActor): string {
  return `authenticator app to confirm in session ${session._id.toHexString()} of user ${user._id.toHexString()}`;
}

export function sealTotpSecret(
  { vault }: Pick<Dependencies, 'vault'>,
  userId: ObjectId,
  { id, secret }: { readonly id: ObjectId; readonly secret: string },
): string {
  return vault.seal(secret, contextOfTotpSecret(userId, id));
}

/** `null` when no known secret opens the text, or it is of another user or app. */
export function openTotpSecret(
  { vault }: Pick<Dependencies, 'vault'>,
  userId: ObjectId,
  { id, secret }: Pick<StoredTotp, 'id' | 'secret'>,
): string | null {
  return vault.open(secret, contextOfTotpSecret(userId, id));
}

export function sealEnrolment(
  { vault }: Pick<Dependencies, 'vault'>,
  actor: SessionActor,
  { id, secret, expires }: TotpEnrolment,
): string {
  const text = JSON.stringify({ id: id.toHexString(), secret, expires: expires.getTime() });
  return vault.seal(text, enrolmentContextOf(actor));
}

/** `null` when the text is expired, altered, or of another session. */
export function openEnrolment(
  { vault, now }: Pick<Dependencies, 'vault' | 'now'>,
  actor: SessionActor,
  enrolment: string,
): TotpEnrolment | null {
  const text = vault.open(enrolment, enrolmentContextOf(actor));
  if (text === null) return null;
  const { id, secret, expires } = storedEnrolment.parse(JSON.parse(text));
  return expires > now().getTime() ? { id: new ObjectId(id), secret, expires: new Date(expires) } : null;
}
