import type { z } from 'zod';
import type { User, setDataInput, UpdateUserInput } from '../../../shared/schemas/users.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import { nameFields } from '../../database/search-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { AppError } from '../../app-error.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { deleteMailedTokens } from '../codes/verification-tokens.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { changedOwnFields, ownDataUpdate, sameOwnData, validateOwnData } from '../rules/own-fields.ts';
import { makeAuditEntry, partyOf, type Authority } from '../rules/authority.ts';
import { changeUser } from './change-user.ts';
import { planAddress } from './user-address.ts';
import { toUser } from './user.ts';

/**
 * Changes name, language and address by one write. The authority vouches for the address: it is verified when
 * the former one was, or when there was none. A former verified address gets an undo link.
 * Throws what `planAddress` and `changeUser` throw.
 */
export async function updateUser(
  deps: Dependencies,
  authority: Authority,
  input: UpdateUserInput,
  requestContext: RequestContext,
): Promise<User> {
  const { before, after } = await changeUser(deps, authority, input.id, async (user) => {
    const { name = user.name, locale = user.locale, email = user.email } = input;
    const isOtherAddress = email !== user.email && email !== undefined;
    if (name === user.name && locale === user.locale && !isOtherAddress) return null;
    const audit = makeAuditEntry(authority, requestContext, {
      action: 'user-updated',
      reason: input.reason ?? null,
      before: { name: user.name, locale: user.locale, email: user.email ?? null },
      after: { name, locale, email: email ?? null },
    });
    const events = updatedEvents([
      ...(name === user.name ? [] : ['name']),
      ...(locale === user.locale ? [] : ['locale']),
    ]);
    const now = deps.now();
    const $set = { ...nameFields(name), locale, updatedAt: now };
    const condition = {
      name: user.name,
      locale: user.locale,
      email: user.email ?? { $not: { $gt: '' } },
      emailVerified: user.emailVerified,
    };
    if (!isOtherAddress) {
      const kind = 'profile-changed-by-administrator';
      const securityEvent = makeSecurityEvent(deps, {
        kind,
        requestContext: null,
        mailTo: [],
        audit,
        events,
      });
      return { securityEvent, condition, update: { $set } };
    }
    const { securityEvent, set, undo } = await planAddress(deps, authority, user, { email, audit, events });
    return {
      securityEvent,
      // A grave role may have come meanwhile, and the planned undo link has the vouching.
      condition: {
        ...condition,
        roles: user.roles ?? { $exists: false },
        vouchedAt: user.vouchedAt ?? { $exists: false },
      },
      update: {
        $set: { ...$set, ...set },
        $unset: { pendingEmail: '' },
        ...(undo && { $push: { emailUndos: undo } }),
      },
    };
  }).catch(toTaken);
  if (before.email !== undefined && before.email !== after.email)
    await deleteMailedTokens(deps, before.email);
  return toUser(deps, authority, after);
}

/** Changes own fields that the authority may write. Throws `INVALID_INPUT`, and what `changeUser` throws. */
export async function setUserData(
  deps: Dependencies,
  authority: Authority,
  { id, data, reason }: z.infer<typeof setDataInput>,
  requestContext: RequestContext,
): Promise<User> {
  const { configuration } = deps;
  const change = validateOwnData(configuration, data, partyOf(authority));
  const names = [...Object.keys(change.set), ...change.removed];
  const isSeen = configuration.ownFields.some(
    ({ name, options }) => names.includes(name) && options.read.includes('person'),
  );
  const { after } = await changeUser(deps, authority, id, (user) => {
    if (names.length === 0) return null;
    const { $set, ...unset } = ownDataUpdate(user, change);
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: isSeen ? 'profile-changed-by-administrator' : null,
        requestContext: null,
        mailTo: [],
        audit: makeAuditEntry(authority, requestContext, {
          action: 'user-data-changed',
          reason: reason ?? null,
          before: pickNames(user.data ?? {}, names),
          after: pickNames({ ...user.data, ...change.set, ...nothingOf(change.removed) }, names),
        }),
        events: updatedEvents(changedOwnFields(user, change)),
      }),
      // So that the audit log has the former values, and the event names what changes.
      condition: sameOwnData(user, change),
      update: { $set: { ...$set, updatedAt: deps.now() }, ...unset },
    };
  });
  return toUser(deps, authority, after);
}

function toTaken(error: unknown): never {
  if (isDuplicateKey(error, 'email')) throw new AppError('EMAIL_TAKEN', { cause: error });
  throw error;
}

function nothingOf(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

function pickNames(data: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
}
