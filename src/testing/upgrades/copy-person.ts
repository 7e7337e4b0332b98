import { ObjectId, type Db, type Document } from 'mongodb';

/** Stores copies of a person of a dump, with addresses of their own. Answers the addresses. */
export async function copyPerson(db: Db, email: string, count: number): Promise<string[]> {
  const users = db.collection('users');
  const { _id: _, sessions: __, ...person } = (await users.findOne({ email })) as Document;
  const copies = Array.from({ length: count }, (_copy, index) => ({
    ...person,
    _id: new ObjectId(),
    email: `visitor-${index}@example.test`,
  }));
  await users.insertMany(copies);
  return copies.map((copy) => copy.email);
}
