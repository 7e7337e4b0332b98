const OWN_DATA = 'reads what one person has, for the export or the deletion of their data';
const WHOLE_DATABASE = 'a command of the operator reads or removes all documents';
const INVALID_INDEX = 'runs when a unique index cannot be made, and names what is twice';

/** Queries that read more where more is stored, as function and collection, and why they may. */
export const QUERIES_THAT_GROW: Readonly<Record<string, string>> = {
  'database/check-own-data.ts checkOwnData find users': 'a command of the operator reads all own fields',
  'database/check-own-data.ts checkOwnData distinct users': 'a command of the operator reads all roles',
  'database/dump/restore-dump.ts requireEmpty findOne':
    'a command of the operator reads one document of each collection',
  'database/dump/restore-dump.ts restoreDump deleteMany': WHOLE_DATABASE,
  'database/dump/write-dump.ts linesOf find': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endIssued deleteMany': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished updateMany verification_tokens': WHOLE_DATABASE,
  'database/duplicates.ts findDuplicates aggregate': INVALID_INDEX,
  'database/not-adopted.ts countNotAdopted countDocuments accounts':
    'counts in the background of a start; an index on it would be written at each sign-in with a provider',
  'domain/administration/import/adopt-users.ts adoptAll find': WHOLE_DATABASE,
  'database/sweeper.ts sweepIndex deleteMany':
    'with the embedded engine only; reads what it removes, and each document is removed once',
  'domain/administration/user-list.ts listUsers find users':
    'two filters at once: one of them has the index. A search by address passes over the people that it listed by name',
  'domain/administration/overview.ts readByDay aggregate daily_counts':
    'reads two times OVERVIEW_DAYS_MAX days, each with DAILY_COUNT_SHARDS rows for each kind and method',
  'domain/administration/overview.ts readByHour find daily_counts':
    'reads three days, each with DAILY_COUNT_SHARDS rows for each kind and method',
  'domain/administration/overview.ts readOverview countDocuments jobs':
    'counts the mails that wait; nearly none, unless the mail server is down',
  'domain/privacy/data-export.ts exportData find activity': OWN_DATA,
  'domain/privacy/data-export.ts exportData find events': OWN_DATA,
  'domain/privacy/personal-data.ts remove deleteMany activity': OWN_DATA,
  'domain/privacy/personal-data.ts remove updateMany audit': OWN_DATA,
  'domain/sessions/session-list.ts listSessions find': 'a person has at most SESSIONS_PER_USER sessions',
  'domain/webhooks/replays.ts runReplay find events':
    'reads events of a time range; READ_MAX bounds the range',
  'domain/webhooks/replays.ts countEvents countDocuments events':
    'counts events of a time range; READ_MAX bounds the range, which the count before it checks',
};

/** Collections with a bound: reading such a whole one is as quick as reading an index. */
export const SMALL_COLLECTIONS: ReadonlyMap<string, string> = new Map([
  ['administrators', 'one document'],
  ['event_partitions', 'EVENT_PARTITIONS'],
  ['former_secrets', 'the changes of AUTH_SECRET in two years'],
  ['identity_providers', 'DISCOVERED_PROVIDERS_MAX, and those that the operator adds'],
  ['maintenance', 'two documents'],
  ['migrations', 'the migrations'],
  ['provider_issuers', 'the identity providers'],
  ['service_keys', 'SERVICE_KEYS_MAX, and those that ended in the last month'],
  ['signing_keys', 'the periods in which tokens are valid'],
  ['sweeps', 'the sweeps'],
  ['webhook_endpoints', 'WEBHOOKS_MAX'],
]);
