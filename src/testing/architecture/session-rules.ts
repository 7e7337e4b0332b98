import { sessionWritesIn } from './session-writes.ts';
import type { SourceText } from './read-sources.ts';

const SESSION_MAKER = 'src/server/domain/sign-in/complete.ts';
/** The only module that inserts session rows. An import rule (`.dependency-cruiser.mjs`) restricts it. */
const SESSION_ROW = 'src/server/domain/sign-in/session-row.ts';

/** Writes on users without a session in their condition, as `file function`, and what decides them. */
const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  'domain/tokens/access-tokens.ts listAccessTokens': 'removes what gives no access',
  'domain/tokens/access-tokens.ts createAccessToken': 'removes expired entries; the write after it decides',
  'domain/administration/change-user.ts decideByWrite':
    'an authority, checked by `requireAuthority`; the person as read',
  'domain/administration/user-creation.ts insertUser': 'an authority, checked by `requireAuthority`',
  'domain/authority/administrators.ts countAdministrator': 'the role; counts who has it',
  'domain/privacy/account-deletion.ts makeTombstone': 'its caller: the actor, or an authority',
  'domain/privacy/account-deletion.ts followTombstone': 'the tombstone',
  'domain/privacy/account-deletion.ts finishDeletions': 'the tombstone',
  'domain/users/accounts.ts recordAccountUse': 'a sign-in; notes when a connection was used',
  'domain/activity/security-events.ts writesOf': 'the security event',
  'domain/administration/end-issued-of-users.ts endOfBatch':
    'the operator; the sessions and access tokens as they were read',
  'domain/email/email-change.ts getEmailStatus': 'removes what has expired',
  'domain/email/email-confirmation.ts takeUnverifiedAddress':
    'a proof of an address that somebody else had not verified',
  'domain/email/email-confirmation.ts refuseTaken': 'removes what cannot be confirmed any more',
  'domain/email/email-undo.ts undoEmailChange': 'the undo link',
  'domain/administration/suspensions.ts endDueSuspensions': 'the end of the suspension, as it was read',
  'domain/second-factor/removal.ts requestRemoval': 'the operator; the account as it was read',
  'domain/second-factor/removal.ts end': 'the removal, with the actor, the link or the time',
  'domain/sign-in/password-reset.ts writeReset': 'the reset link',
  'domain/passwords/passwords.ts renewHash': 'the right password; keeps it',
  'development/seed-command.ts wasThere': 'the operator; people whom this command has just made up',
  'domain/sign-in/pending-sign-up.ts finishSignUp': 'the proof of an address',
  'domain/passkeys/passkey-use.ts recordUse': 'a sign-in; a verification puts its session into the condition',
  'domain/phones/phone-release.ts takePhone': 'somebody else’s proof of the number',
  'domain/administration/import/adopt-users.ts adoptUser': 'the operator; a person as Auth.js stored them',
  'domain/administration/import/adopt-users.ts adoptConnection':
    'the operator; a connection that Auth.js stored',
  'domain/pictures/provider-pictures.ts showPicture': 'a sign-in',
  'domain/sign-in/security-review.ts announceSecurityReview': 'a sign-in; marks the review as told',
  'domain/sign-in/security-review.ts endEmptyReview': 'removes what has nothing left to show',
  'domain/rules/session-liveness.ts removeEndedSessions': 'removes what gives no access',
  'domain/sign-in/first-factor-notice.ts reportFirstFactor': 'a first factor without its second',
  'domain/sessions/session-room.ts makeRoomForSession': 'a sign-in; ends a session where there is no room',
  'domain/sessions/sessions.ts endWithoutOutbox': 'ends a session',
  'domain/sessions/impersonations.ts endImpersonation': 'ends a session',
  'domain/oauth/client-sessions.ts endClientSession': 'ends a session',
  'domain/oauth/client-sessions.ts refreshClientSession':
    'the refresh token; its condition names the session and the one that it is bound to',
  'domain/second-factor/totp-use.ts consumeTotpCode': 'a right code of an authenticator app; uses it up',
  'domain/second-factor/resealing.ts replaceTotpSecret': 'seals the same secret with the present AUTH_SECRET',
  'domain/second-factor/recovery-codes.ts consumeRecoveryCode': 'a recovery code; uses it up',
  'domain/users/users.ts createUserWithAccount': 'a first sign-in',
  'domain/users/users.ts findOrCreateUserByVerifiedEmail': 'the proof of an address',
  'domain/users/users.ts proveEmail': 'the proof of an address',
};

/** Changed fields that end the trust in browsers: sign-in methods, second factors, ends of many sessions. */
const ENDS_TRUST = /\b(?:sessionsValidFrom|otherSessionsEnded|password|passkeys|totp|recoveryCodes)\s*:/;
/** Writes of such a field that need not end the trust, as `file function`. */
const KEEPS_TRUST: Readonly<Record<string, string>> = {
  'domain/privacy/account-deletion.ts makeTombstone': 'replaces the whole document',
  'domain/sign-in/complete.ts replaceSessions': 'its caller ends the trust: the change of a password',
  'domain/passkeys/passkey-use.ts recordUse': 'uses a passkey; it stays',
  'domain/second-factor/totp-use.ts consumeTotpCode': 'uses a code; the app stays',
  'domain/second-factor/resealing.ts replaceTotpSecret': 'the app stays',
};

interface Call {
  readonly arguments: string;
  /** The function around the call, as far as the text shows it. */
  readonly where: string;
}

/** The calls of these methods on a collection, and its joined writes (`joined-writes.ts`). */
function callsOf(text: string, collection: string, methods: string): Call[] {
  const pattern = new RegExp(
    `\\b${collection}\\s*\\.(?:${methods})\\(|\\b(?:insert|update)Write\\(\\s*(?:\\w+\\.)*${collection}\\b`,
    'g',
  );
  return [...text.matchAll(pattern)].map((match) => {
    const start = match.index + match[0].length;
    let end = start;
    for (let depth = 1; depth > 0 && end < text.length; end++) {
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
    }
    const names = [...text.slice(0, start).matchAll(/function\s+(\w+)|const (\w+) = (?:async )?\(/g)];
    const [, declared, assigned] = names.at(-1) ?? [];
    return { arguments: text.slice(start, end), where: declared ?? assigned ?? 'the module' };
  });
}

function isProduct(path: string): boolean {
  return path.startsWith('src/server/') && !path.endsWith('.test.ts');
}

/** `completeSignIn` has the checks of every sign-in. */
function sessionsAreMadeInOnePlace(files: readonly SourceText[]): string[] {
  return files
    .filter(({ path }) => isProduct(path) && path !== SESSION_MAKER)
    .flatMap((file) => {
      const { inserts, lists } = sessionWritesIn(file);
      return [
        ...(file.path === SESSION_ROW ? [] : inserts).map(
          (write) => `${file.path} inserts a session (${write}); only ${SESSION_ROW} does`,
        ),
        ...lists.map(
          (write) => `${file.path} lists a session in its user (${write}); only ${SESSION_MAKER} does`,
        ),
      ];
    });
}

/** A change must not be written after its session ended (`actor.ts`). */
function writesLookForTheirActor(files: readonly SourceText[]): string[] {
  return files
    .filter(
      ({ path }) => isProduct(path) && !path.startsWith('src/server/database/') && path !== SESSION_MAKER,
    )
    .flatMap(({ path, text }) =>
      callsOf(text, 'users', 'updateOne|updateMany|findOneAndUpdate|replaceOne|insertOne|deleteOne|bulkWrite')
        .filter((call) => !call.arguments.includes('activeActor('))
        .filter(({ where }) => !(`${path.slice('src/server/'.length)} ${where}` in DECIDED_OTHERWISE))
        .map(({ where }) => `${path}: ${where} writes a user without activeActor(actor)`),
    );
}

/** After such a change, a trusted browser must be asked for the second factor again. */
function changesEndTrust(files: readonly SourceText[]): string[] {
  return files
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, text }) =>
      callsOf(text, 'users', 'updateOne|updateMany|findOneAndUpdate|replaceOne|bulkWrite')
        .filter((call) => ENDS_TRUST.test(call.arguments) && !/trusted_?browsers/i.test(call.arguments))
        .filter(({ where }) => !(`${path.slice('src/server/'.length)} ${where}` in KEEPS_TRUST))
        .map(({ where }) => `${path}: ${where} changes what signs in and keeps trusted browsers`),
    );
}

/** Each rule returns one sentence for each violation. */
export const SESSION_RULES = {
  'only sign-in/complete.ts makes sessions': sessionsAreMadeInOnePlace,
  'a write for a session checks that session': writesLookForTheirActor,
  'a change of what signs in ends the trust in browsers': changesEndTrust,
} as const satisfies Record<string, (files: readonly SourceText[]) => string[]>;
