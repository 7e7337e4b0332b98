import type { MongoClient } from 'mongodb';

/** The embedded engine answers as a single server. */
export async function deploymentOf(mongo: MongoClient): Promise<'single' | 'replica-set' | 'sharded'> {
  const { setName, msg } = await mongo.db('admin').command({ hello: 1 });
  if (msg === 'isdbgrid') return 'sharded';
  return setName === undefined ? 'single' : 'replica-set';
}
