import { ObjectId } from 'mongodb';
import type { StoredPasskey, StoredTotp } from '../../server/database/second-factor-documents.ts';

/** For lists and counts: nobody can sign in with them. */

export function aStoredPasskey(id: string): StoredPasskey {
  return {
    id,
    publicKey: '',
    counter: 0,
    transports: [],
    aaguid: '',
    synced: false,
    rpId: 'localhost',
    name: 'Key',
    createdAt: new Date(0),
    lastUsedAt: null,
  };
}

export function aStoredApp(): StoredTotp {
  return {
    id: new ObjectId(),
    name: 'App',
    secret: 'sealed',
    lastStep: 0,
    drift: 0,
    createdAt: new Date(0),
    lastUsedAt: null,
  };
}
