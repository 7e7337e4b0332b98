import type { Filter, UpdateFilter } from 'mongodb';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { endMailsTo } from '../codes/verification-tokens.ts';
import type { Authority } from '../rules/authority.ts';
import {
  ALL_SESSIONS_ENDED,
  connectionEvent,
  methodEvent,
  passkeyEvent,
  PHONE_REMOVED,
  secondFactorEvent,
} from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS } from '../rules/second-factor-policy.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { sameMethods } from '../rules/sign-in-methods.ts';
import {
  isOwnAddress,
  sameVouching,
  unconfirmedMethodsOf,
  type UnconfirmedMethods,
} from '../rules/unconfirmed-methods.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { removeOrphanedAccounts } from '../users/orphaned-accounts.ts';

/** The part of a write that gives a grave role. */
export interface GraveGain {
  readonly condition: Filter<UserDocument>;
  readonly set: Partial<UserDocument>;
  readonly unset: NonNullable<UpdateFilter<UserDocument>['$unset']>;
  readonly pull: NonNullable<UpdateFilter<UserDocument>['$pull']>;
  readonly events: readonly EventContent[];
}

/**
 * Plans what comes with a grave role (decision 065). Everything on the account must be the person's own: whoever put a sign-in method there would have the role, too. And what began before
 * ends: sessions, tokens, undo links, open changes. With `removesUnconfirmed`, what the person has not confirmed goes by the same write.
 *
 * Throws `METHODS_UNCONFIRMED`, also when the person has not verified the address themselves, and `ADMINISTRATOR_REQUIRED` when a service key wants to remove methods.
 */
export function planGraveGain(
  { now }: Pick<Dependencies, 'now'>,
  authority: Authority,
  user: UserDocument,
  { removesUnconfirmed }: { readonly removesUnconfirmed: boolean },
): GraveGain {
  if (removesUnconfirmed && authority.kind === 'service-key') throw new AppError('ADMINISTRATOR_REQUIRED');
  const methods = unconfirmedMethodsOf(user);
  // Somebody without an address has nothing to prove, unless somebody else brought what they sign in with.
  const isOwn = isOwnAddress(user) || (user.email === undefined && methods === null);
  if (!isOwn || (methods && !removesUnconfirmed)) throw new AppError('METHODS_UNCONFIRMED');
  return {
    condition: { $and: [sameVouching(user), sameMethods(user)], ...sameReview(user) },
    set: {
      sessions: [],
      sessionsValidFrom: now(),
      accessTokens: [],
      emailUndos: [],
      ...NO_TRUSTED_BROWSERS,
    },
    unset: {
      pendingEmail: '',
      // A service key may have asked for it. It may not do that to an administrator.
      secondFactorRemoval: '',
      vouchedAt: '',
      securityReview: '',
      ...(methods?.password ? { password: '' } : {}),
      ...(methods?.phone ? { phone: '' } : {}),
      ...(methods?.recoveryCodes ? { recoveryCodes: '' } : {}),
    },
    pull: methods
      ? {
          accounts: { key: { $in: methods.accounts.map(({ key }) => key) } },
          passkeys: { id: { $in: methods.passkeys.map(({ id }) => id) } },
          totp: { id: { $in: methods.totp.map(({ id }) => id) } },
        }
      : {},
    events: [...(methods ? removalEvents(methods) : []), ALL_SESSIONS_ENDED],
  };
}

/** Removes the rows of what the deciding write has ended. After a crash they give no access, and the next read or the sweeper removes them. */
export async function removeEndedRows(deps: Dependencies, before: UserDocument): Promise<void> {
  await removeSessionRows(deps, before);
  await removeAccessTokenRows(deps, before._id, deps.now());
  await removeOrphanedAccounts(deps, before._id);
  if (before.email !== undefined) await endMailsTo(deps, before.email);
}

function sameReview({ securityReview }: UserDocument): Filter<UserDocument> {
  return { 'securityReview.since': securityReview?.since ?? { $exists: false } };
}

function removalEvents({
  accounts,
  phone,
  passkeys,
  password,
  totp,
  recoveryCodes,
}: UnconfirmedMethods): EventContent[] {
  return [
    ...accounts.map((account) => connectionEvent('method.removed', account)),
    ...passkeys.map((passkey) => passkeyEvent('method.removed', passkey)),
    ...(password ? [methodEvent('method.removed', 'password')] : []),
    ...(phone ? PHONE_REMOVED : []),
    ...(totp.length > 0 || recoveryCodes ? [secondFactorEvent('all-removed')] : []),
  ];
}
