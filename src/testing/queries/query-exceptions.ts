const OWN_DATA = 'reads what one person has, for the export or the deletion of their data';
const WHOLE_DATABASE = 'a command of the operator reads or removes all documents';
const INVALID_INDEX = 'runs when a unique index cannot be made, and names what is twice';

/** Queries that read more where more is stored, by their call sites, and why they may. */
export const QUERIES_THAT_GROW: Readonly<Record<string, string>> = {
  'database/check-own-data.ts checkOwnData find': 'a command of the operator reads all own fields',
  'database/check-own-data.ts checkOwnData distinct': 'a command of the operator reads all roles',
  'database/dump/restore-dump.ts requireEmpty findOne':
    'a command of the operator reads one document of each collection',
  'database/dump/restore-dump.ts restoreDump deleteMany': WHOLE_DATABASE,
  'database/dump/write-dump.ts linesOf find': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endIssued deleteMany': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endIssued deleteMany 2': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany 2': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany 3': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany 4': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany 5': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished deleteMany 6': WHOLE_DATABASE,
  'domain/administration/end-issued.ts endUnfinished updateMany': WHOLE_DATABASE,
  'database/duplicates.ts findDuplicates aggregate': INVALID_INDEX,
  'database/not-adopted.ts countNotAdopted countDocuments 2':
    'counts in the background of a start; an index on it would be written at each sign-in with a provider',
  'domain/administration/import/adopt-people.ts adoptPeople find': WHOLE_DATABASE,
  'database/sweeper.ts sweepIndex deleteMany':
    'with the embedded engine only; reads what it removes, and each document is removed once',
  'domain/administration/people-list.ts listPeople find':
    'two filters at once: one of them has the index. A search by address passes over the people that it listed by name',
  'domain/administration/overview.ts readOverview aggregate':
    'reads OVERVIEW_DAYS days, each with DAILY_COUNT_SHARDS rows for each kind and method',
  'domain/administration/overview.ts readOverview countDocuments 2':
    'counts the mails that wait; nearly none, unless the mail server is down',
  'domain/privacy/data-export.ts exportData find 10': OWN_DATA,
  'domain/privacy/data-export.ts exportData find 11': OWN_DATA,
  'domain/privacy/personal-data.ts remove deleteMany 9': OWN_DATA,
  'domain/privacy/personal-data.ts remove updateMany 2': OWN_DATA,
  'domain/webhooks/replays.ts runReplay find': 'reads events of a time range; READ_MAX bounds the range',
  'domain/webhooks/replays.ts countEvents countDocuments 2':
    'counts events of a time range; READ_MAX bounds the range, which the count before it checks',
};

const BY_ID = 'takes a write back that another call made useless, by `_id`';

/** Calls without a recorded query, and why. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  'demo/interaction.ts requestOf find': 'finds a client in a list',
  'auth/handler.ts runRequest find': 'finds a provider in the registry',
  'auth/handler.ts runRequest find 2': 'finds a provider in the registry',
  'auth/start-flow.ts startProviderFlow find': 'finds a provider in the registry',
  'domain/providers/provider-administration.ts checkProvider find': 'finds a provider in the registry',
  'domain/providers/provider-administration.ts removeProvider find': 'finds a provider in the registry',
  'domain/administration/service-keys.ts createServiceKey deleteOne': BY_ID,
  'domain/webhooks/endpoints.ts createWebhook deleteOne': BY_ID,
  'domain/pictures/provider-pictures.ts fetchPicture deleteOne': BY_ID,
  'domain/tokens/access-tokens.ts listAccessTokens updateOne': 'removes what a crash left, by `_id`',
  'domain/users/users.ts findOrCreateUserByProvenEmail findOne 2':
    'of two first sign-ins at once, by the unique address',
  'domain/sign-in/phone-sign-in.ts findSubject findOne':
    'when the number moved to another person after the code was sent, by `_id`',
  'database/coalesced-find.ts findAll find': 'the query of the command before it, after a failover',
  'database/bounded-client.ts send bulkWrite': 'passes on the call in `joined-writes.ts`',
  'domain/users/users.ts markEmailProven findOne': 'when another call changes the user at once, by `_id`',
  'database/database-clock.ts compare aggregate': 'asks for the time, and reads no collection',
  'database/embedded/damaged-database.ts readEveryCollection findOne':
    'one document of each collection when the embedded engine starts',
};
