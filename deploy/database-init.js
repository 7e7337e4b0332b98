// Runs in mongosh, in the network of database-1. A second run changes nothing.

const MEMBERS = ['database-1', 'database-2', 'database-3'];
const { DATABASE_ADMIN_PASSWORD, DATABASE_PASSWORD, BACKUP_PASSWORD } = process.env;
const UNAUTHORIZED = 13;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;

/** Runs `change`, and passes over its error where the code says that the work is done. */
function unless(codes, change) {
  try {
    change();
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
  }
}

// Without a password: a client of the same machine may do this until there is a user. Afterwards it is UNAUTHORIZED.
const own = new Mongo('mongodb://127.0.0.1:27017/?directConnection=true').getDB('admin');
unless([ALREADY_INITIALIZED, UNAUTHORIZED], () =>
  own.adminCommand({
    replSetInitiate: {
      _id: 'rs0',
      members: MEMBERS.map((host, _id) => ({
        _id,
        host: `${host}:27017`,
        // The first election then takes the member that this script talks to.
        priority: _id === 0 ? 2 : 1,
      })),
    },
  }),
);
while (!own.hello().primary) sleep(500);

if (own.hello().isWritablePrimary) {
  unless([UNAUTHORIZED, USER_EXISTS], () =>
    own.createUser({ user: 'admin', pwd: DATABASE_ADMIN_PASSWORD, roles: ['root'] }),
  );
}

const password = encodeURIComponent(DATABASE_ADMIN_PASSWORD);
const admin = new Mongo(
  `mongodb://admin:${password}@${MEMBERS.join(',')}/?replicaSet=rs0&authSource=admin`,
).getDB('admin');
unless([USER_EXISTS], () =>
  admin.createUser({ user: 'foyer', pwd: DATABASE_PASSWORD, roles: [{ role: 'readWrite', db: 'foyer' }] }),
);
unless([USER_EXISTS], () => admin.createUser({ user: 'backup', pwd: BACKUP_PASSWORD, roles: ['backup'] }));
