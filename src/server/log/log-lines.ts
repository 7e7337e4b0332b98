type Level = 'info' | 'warn' | 'error';

/** Only `ip` names a person beyond ids. `npm run generate` writes the fields into docs/logs.md. */
export const LOG_FIELDS = {
  aaguid: 'The model of the authenticator that made a passkey.',
  action: 'What was done, by its name in the code.',
  administratorId: 'The id of the administrator who acts as this user.',
  aheadSeconds: 'By how much the clock of the process is ahead; negative: behind.',
  at: 'The action or procedure that failed.',
  attempt: 'How often it was tried.',
  attempts: 'How often the job or the delivery was tried.',
  authenticatorAppId: 'The id of an authenticator app.',
  batches: 'How many batches ran before.',
  by: 'Why the endpoint was disabled: `gone` (it answered 410) or `failing`.',
  build: 'The beginning of the digest of the sources that were built. `source`: they run without a build.',
  bytes: 'A size in bytes.',
  client: 'The id of an OAuth client.',
  code: 'A code of the [errors](errors.md).',
  connections: 'How many connections to identity providers.',
  delay: 'For how many seconds the process goes on answering.',
  deliveryId: 'The id of a delivery of a webhook.',
  directory: 'The folder of the embedded database.',
  domain: 'The domain of email addresses that was looked for.',
  dumpedAt: 'When a dump was made.',
  endpointId: 'The id of a webhook endpoint.',
  engine: 'The process id of the embedded database.',
  err: 'The type, code, message and stack of an error and of its causes, without secrets and addresses.',
  error: 'Why there was no answer.',
  event: 'The name of the event.',
  eventId: 'The id of an [event](events.md).',
  exit: 'The exit code and the signal of the embedded database.',
  force: 'Whether the operator forced it.',
  formerSecret: 'The id of the kept keys of a former `AUTH_SECRET`.',
  host: 'The host of a provider.',
  ip: 'The address of the client. Only lines of authentication have it.',
  issuer: 'The issuer of an identity provider.',
  jobId: 'The id of a job.',
  kind: 'The kind of a job, a count or a security event.',
  limit: 'A limit that was reached.',
  messageId: 'The Message-ID of a mail: the id of its job, and the host of `APP_ORIGIN`.',
  method:
    'The HTTP method; in lines of authentication, the way to sign in: `email-link`, `email-code`, `phone-code`, `password`, or the id of a provider.',
  migration: 'The number of a migration.',
  ms: 'The time from the request to its answer, in milliseconds.',
  name: 'The description of a migration.',
  partition: 'The partition of the list of events.',
  people: 'How many people.',
  path: 'The path of the request without its query, because queries contain codes and tokens.',
  procedure: 'The name of a [procedure](calling.md).',
  proofOfWorkLevel: 'How much work an unknown caller must prove.',
  provider: 'The id of an identity provider.',
  reason: 'What a library found wrong, without secrets.',
  refused: 'How many connections were refused since the last such line.',
  report:
    'What the browser reported: code, message, provider and path, without queries, tokens and addresses.',
  requestId: 'The id of the request, also in the header `x-request-id` of its answer.',
  reserved: 'The names of claims.',
  restoredAt: 'When the dump was restored.',
  sampled: 'This line stands for so many requests.',
  securityEventId: 'The id of a security event.',
  source: 'Who registered the provider: an `operator`, or somebody who typed an `address`.',
  status: 'The HTTP status; `null`: there was no answer, or the client went away before it.',
  synced: 'Whether a passkey is on several devices.',
  traceId:
    'The trace that the request belongs to (W3C `traceparent`). Each line that is written within such a request has it.',
  trouble: 'Why the embedded database does not run.',
  type: '`query` or `mutation`.',
  userId: 'The id of a user.',
  version: 'The version of Foyer.',
} as const satisfies Record<string, string>;

export type LogField = keyof typeof LOG_FIELDS;

interface LogLine {
  readonly levels: readonly Level[];
  readonly fields: readonly LogField[];
  readonly when: string;
}

const atLevel =
  <L extends Level>(level: L) =>
  <const Fields extends readonly LogField[]>(fields: Fields, when: string) =>
    ({ levels: [level], fields, when }) as const;
const info = atLevel('info');
const warn = atLevel('warn');
const error = atLevel('error');

/** By message (`msg`). Unlisted lines and fields do not compile. `npm run generate` writes docs/logs.md. */
export const LOG_LINES = {
  request: info(
    ['requestId', 'traceId', 'method', 'path', 'status', 'ms', 'sampled'],
    'A request was answered, or its client went away. `LOG_REQUESTS` says which requests have one.',
  ),
  authentication: {
    levels: ['info', 'warn'],
    fields: [
      'event',
      'requestId',
      'method',
      'userId',
      'client',
      'administratorId',
      'ip',
      'code',
      'at',
      'err',
    ],
    when: 'Something happened to an account or a session. `event` is one of the events below.',
  },
  'reported by a browser': warn(
    ['event', 'requestId', 'report'],
    'A page saw a sign-in error that the server cannot see. `event` is `browser.sign-in-error`. Everything in `report` is an unknown caller’s text.',
  ),
  'procedure refused': info(
    ['requestId', 'procedure', 'type', 'code'],
    'A procedure answered an error below 500.',
  ),
  'procedure failed': error(
    ['requestId', 'procedure', 'type', 'code', 'err'],
    'A procedure answered 500 or 503.',
  ),
  'a procedure raised an error that it does not declare': error(
    ['procedure', 'code'],
    'A fault of Foyer. Please report it.',
  ),
  'request failed': error(
    ['requestId', 'code', 'err'],
    'A request outside of procedures was answered with 500 or more.',
  ),
  'request could not be read': info(
    ['requestId', 'status', 'code', 'reason'],
    'A request was no HTTP, its headers were too large (431), or it took too long to arrive (408). It has no line `request`.',
  ),
  'connections were refused: there are MAX_CONNECTIONS': warn(['refused', 'limit'], 'At most once a minute.'),
  'not ready': warn(['err'], '`/readyz` answered 503, for another reason than the end of the process.'),
  'the server runs': info(['version', 'build'], 'The process listens. It is ready when `/readyz` says so.'),
  'the server drains': info(['delay'], 'The process got a signal to end. `/readyz` answers 503 from now on.'),
  'the server has ended': info(
    [],
    'The last line of a process that closed all its parts but the database. One that was killed or did not start has none.',
  ),
  'the process ends because nobody caught an error': error(
    ['event', 'err'],
    'A fault of Foyer or of `foyer.config.ts`. `event` is `process.uncaught-exception` or `process.unhandled-rejection`. The exit code is 1. This line is written with every `LOG_LEVEL`.',
  ),

  'the database is unavailable': warn([], 'No server of the database takes writes.'),
  'the database is available again': info([], 'After `the database is unavailable`.'),
  'the clock of this process differs from the clock of the database': warn(
    ['aheadSeconds'],
    'By more than 5 seconds, at the start and each minute. Codes and sessions that other processes made may be refused. Set the clock by NTP.',
  ),
  'the clock could not be compared with the clock of the database': warn(
    ['err'],
    'The database did not answer. It is tried again in a minute.',
  ),
  'the embedded MongoDB died': error(
    ['exit', 'directory', 'trouble'],
    'Development only. It is started again.',
  ),
  'the embedded MongoDB was started again': warn(['engine'], 'Development only.'),
  'the embedded MongoDB could not be started again': error(
    ['err', 'directory', 'trouble'],
    'Development only. It is tried again.',
  ),
  'expired documents could not be removed': warn(
    ['err'],
    'Development only: the embedded database has no monitor of expired documents. It is tried again in a minute.',
  ),
  'database migration runs': info(['migration', 'name', 'batches'], 'This process runs a migration.'),
  'database migration done': info(['migration', 'name'], 'This process finished it.'),
  'a database migration failed and will be tried again': error(['err'], 'A batch failed.'),

  'job failed, will be tried again': warn(
    ['err', 'jobId', 'kind', 'attempts'],
    'A mail or another job failed.',
  ),
  'job given up': error(
    ['err', 'jobId', 'kind', 'attempts'],
    'It failed for two days, the mail server refused the mail for good, or the content was encrypted with another `AUTH_SECRET`. An administrator can let it run again.',
  ),
  'jobs could not be looked for': warn(['err'], 'It is tried again in 5 seconds.'),
  'mail accepted by the mail server': info(['messageId'], 'A mail was handed over.'),
  'the logo of the mails cannot be made': warn(['err'], 'The mail was sent without it.'),
  'text message accepted by the gateway': info(['status'], 'A text message was handed over.'),
  'text message not sent, will be tried again': warn(['err', 'attempt'], 'The gateway failed.'),
  'text message not sent': error(['err', 'attempt'], 'The gateway failed three times, or refused.'),

  'events could not be numbered': warn(['err', 'partition'], 'It is tried again.'),
  'deliveries could not be looked for': warn(['err'], 'It is tried again.'),
  'deliveries could not be sent': warn(['err', 'endpointId'], 'The database failed. It is tried again.'),
  'a delivery failed': warn(
    ['endpointId', 'deliveryId', 'status', 'error'],
    'An endpoint of a webhook did not accept an event. It is tried again.',
  ),
  'a delivery is given up': error(
    ['endpointId', 'deliveryId', 'attempts'],
    'After the last `a delivery failed`. An administrator can send it again.',
  ),
  'a webhook got no answer': info(
    ['err', 'endpointId', 'eventId'],
    'Before `a delivery failed`: the reason in full.',
  ),
  'a webhook endpoint is disabled': warn(
    ['endpointId', 'by'],
    'It answered 410, or accepted nothing for five days. The administrators get a mail.',
  ),
  'an event is too large for a webhook and is not sent': error(
    ['deliveryId', 'bytes'],
    '`events.list` has it.',
  ),
  'no secret of a webhook endpoint can be opened': error(
    ['endpointId'],
    'It was encrypted with another `AUTH_SECRET`.',
  ),
  'webhook endpoints could not be maintained': warn(['err'], 'It is tried again.'),

  'identity provider registered': info(
    ['provider', 'issuer', 'source'],
    'Foyer registered itself at a provider.',
  ),
  'identity provider removed': info(['provider', 'issuer', 'force'], 'An operator removed it.'),
  'a registration could not be ended at its provider': warn(['err', 'provider'], 'It was removed here only.'),
  'a client that is not used could not be ended at its provider': warn(
    ['err', 'issuer'],
    'Two processes registered at one provider at once.',
  ),
  'the client of a registered provider cannot be read': error(
    ['err', 'provider'],
    'Its secrets were encrypted with another `AUTH_SECRET`. The provider is left out.',
  ),
  'registered identity providers could not be read': warn(['err'], 'The earlier list is used.'),
  'no room for another provider that an address led to': warn(
    ['issuer'],
    '`DISCOVERY` found too many providers.',
  ),
  'the provider that a domain names cannot be used': warn(
    ['err', 'domain'],
    '`DISCOVERY` found a provider that failed.',
  ),
  'a domain does not answer WebFinger': info(['err', 'domain'], '`DISCOVERY` asked a domain.'),
  'a provider’s document cannot be fetched; the cached one is used': warn(
    ['err', 'host'],
    'The provider does not answer.',
  ),
  'a provider’s picture could not be fetched': info(['err'], 'The person has no picture of that provider.'),
  'a profile could not be brought up to date': info(['err', 'provider'], 'The provider did not answer.'),
  'provider could not be asked about a grant': warn(['err', 'provider'], 'It is asked again later.'),
  'account use not recorded': warn(['err', 'provider'], 'The time of the last use is not up to date.'),
  'demo provider failed': warn(['err', 'provider'], 'Development only.'),

  'passkey refused': info(['reason'], 'An answer of a passkey was wrong.'),
  'the counter of a passkey went back': warn(
    ['userId', 'aaguid', 'synced'],
    'The passkey may have been copied. It is refused unless it is a synced one.',
  ),
  'the secret of an authenticator app cannot be opened: was AUTH_SECRET changed?': error(
    ['userId', 'authenticatorAppId'],
    'The person cannot use the app.',
  ),
  'second factors removed for the operator': info(
    ['userId'],
    'The 24 hours of `second-factor:remove` are over.',
  ),
  'browser not trusted': warn(['err', 'requestId'], 'The browser is asked for the second factor again.'),
  'password hash not renewed': warn(['err', 'userId'], 'It is tried again at the next sign-in.'),
  'breached passwords could not be looked up': warn(
    ['err'],
    'The service did not answer in time, or not in its format. The password counts as unknown.',
  ),
  'breached password not noted': warn(['err', 'userId'], 'It is looked up again at the next sign-in.'),
  'not connected after a sign-in': warn(['err'], 'The person signed in, but a provider was not connected.'),
  'failed try not recorded': warn(
    ['err', 'kind'],
    'A failed sign-in is missing in the activity of an account.',
  ),
  'outbox not written yet': warn(
    ['err', 'kind', 'securityEventId'],
    'A row of the activity or a mail is written later.',
  ),
  'not counted for the overview': warn(['err', 'kind'], 'A number of the console is one too small.'),
  'a deletion is left to the job runner': warn(
    ['err', 'userId'],
    'The account is deleted. Some of its data goes later.',
  ),
  'a deletion could not be finished yet': warn(['err', 'userId'], 'It is tried again.'),
  'many acts of unknown callers: they need a proof of work': warn(
    ['action', 'proofOfWorkLevel'],
    'A [flood](proof-of-work.md) began.',
  ),

  'admit of foyer.config.ts refused somebody': info(
    ['action', 'method', 'code', 'userId'],
    'Your hook refused.',
  ),
  'admit of foyer.config.ts failed, so nobody is admitted': error(
    ['err', 'action', 'method'],
    'Your hook failed or took too long.',
  ),
  'claims of foyer.config.ts failed, so no session token is signed': error(
    ['err'],
    'Your hook failed or took too long.',
  ),
  'claims of foyer.config.ts answered reserved claims, which are left out': warn(
    ['reserved'],
    'Your hook answered claims that Foyer sets itself.',
  ),
  'AUTH_SECRET and AUTH_SECRET_PREVIOUS are not what this database was last used with: what is encrypted in it cannot be read':
    error([], 'At the start. Authenticator apps, for example, then do not work.'),
  'AUTH_SECRET was changed': info(
    [],
    'At the start, once: the earlier secret is now `AUTH_SECRET_PREVIOUS`. Run `foyer-server rotate-secrets` when every process has the new one.',
  ),
  'the database was restored from a dump': info(
    ['dumpedAt', 'restoredAt'],
    'At the first start after `foyer-server data restore` or `note-restore`, and `end-issued`.',
  ),
  'the database was restored from a dump, and what was issued before it has not ended': warn(
    ['dumpedAt', 'restoredAt'],
    'At each start after `foyer-server data restore` or `note-restore`, until `end-issued` was run: what was revoked or used since the dump works again.',
  ),
  'people or connections of Auth.js are not adopted': warn(
    ['people', 'connections'],
    'At each start while the database has rows that only Auth.js’s own adapter has written. Run `foyer-server adopt`.',
  ),
  'the keys of a former AUTH_SECRET cannot be opened': error(
    ['formerSecret'],
    'At the start. Browsers that were known before the change are then unknown. Was `foyer-server rotate-secrets` run before the former secret was removed?',
  ),
  'metrics could not be answered': error(['err'], 'A scrape failed.'),
  'waiting work could not be counted for the metrics': warn(
    ['err'],
    'The database did not answer in time. The other metrics are answered.',
  ),
} as const satisfies Record<string, LogLine>;

type LogMessage = keyof typeof LOG_LINES;

export const AUTH_EVENTS = {
  'auth.mail-requested': 'Somebody asked for a mail that signs in.',
  'auth.sign-in': 'A session began.',
  'auth.sign-out': 'A session was signed out.',
  'auth.session-revoked': 'A person ended one of their sessions.',
  'auth.sessions-revoked': 'A person ended their other sessions.',
  'auth.failed': 'A sign-in or another proof failed; `code` says why. This line is a warning.',
  'auth.linked': 'A sign-in method was connected.',
  'auth.link-denied': 'A sign-in method was not connected, because it may be of somebody else.',
  'auth.unlinked': 'A sign-in method was disconnected.',
  'auth.reauthenticated': 'A person verified who they are.',
  'auth.sign-up-requested': 'Somebody asked for an account with a password.',
  'auth.password-set': 'An account got a password.',
  'auth.password-changed': 'A password was changed.',
  'auth.password-reset-requested': 'Somebody asked for a mail that resets a password.',
  'auth.password-reset': 'A password was reset.',
  'auth.password-removed': 'A password was removed.',
  'auth.email-change-requested': 'A person asked to change their email address.',
  'auth.email-change-cancelled': 'That change was cancelled.',
  'auth.email-changed': 'An email address was changed.',
  'auth.email-change-undone': 'A former email address was restored.',
  'auth.phone-code-requested': 'Somebody asked for a code by text message.',
  'auth.phone-verified': 'A phone number was verified.',
  'auth.phone-removed': 'A phone number was removed.',
  'auth.access-token-created': 'An access token was made.',
  'auth.access-token-revoked': 'An access token was revoked.',
  'auth.client-sign-in': 'An app of an OAuth client got tokens.',
  'auth.client-token-revoked': 'An app gave its tokens back.',
  'auth.device-approved': 'A person allowed a device.',
  'auth.device-denied': 'A person refused a device.',
  'auth.second-factor-removal-stopped': 'The removal of a lost second factor was stopped.',
  'auth.second-factor-removed': 'Second factors were removed.',
  'auth.security-review-finished': 'A person finished the security review.',
  'auth.impersonation-started': 'An administrator began to act as a person.',
  'auth.impersonation-ended': 'An administrator stopped to act as a person.',
  'auth.data-exported': 'A person exported their data.',
  'auth.account-deleted': 'A person deleted their account.',
} as const satisfies Record<string, string>;

export const LOG_EVENTS = {
  ...AUTH_EVENTS,
  'browser.sign-in-error': 'A page reported an error.',
  'process.uncaught-exception': 'An error that nobody caught ended the process.',
  'process.unhandled-rejection': 'A promise that failed without anybody waiting for it ended the process.',
} as const satisfies Record<string, string>;

type Plain = string | number | boolean | null | undefined;
/** A whole document does not fit, because it could contain more than ids. `describeError` shortens `err`. */
type LogValues = {
  readonly [Field in LogField]?: Field extends 'err' | 'exit' | 'report'
    ? unknown
    : Field extends 'reserved'
      ? readonly string[]
      : Field extends 'event'
        ? keyof typeof LOG_EVENTS
        : Plain;
};

type MessageAt<L extends Level> = {
  [Message in LogMessage]: L extends (typeof LOG_LINES)[Message]['levels'][number] ? Message : never;
}[LogMessage];
/** Makes each unlisted field an error, also one that a spread brings. */
type Listed<Fields, Message extends LogMessage> = Fields & {
  readonly [Field in Exclude<keyof Fields, (typeof LOG_LINES)[Message]['fields'][number]>]: never;
};

/** Takes listed lines only. `createLogger` makes it. */
export interface Log {
  info<M extends MessageAt<'info'>, F extends LogValues>(fields: Listed<F, M>, message: M): void;
  warn<M extends MessageAt<'warn'>, F extends LogValues>(fields: Listed<F, M>, message: M): void;
  error<M extends MessageAt<'error'>, F extends LogValues>(fields: Listed<F, M>, message: M): void;
}
