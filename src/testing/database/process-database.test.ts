import { expect, it } from 'vitest';
import { withDatabaseName } from './process-database.ts';

it.each([
  ['mongodb://localhost', 'mongodb://localhost/other'],
  ['mongodb://localhost:27017/', 'mongodb://localhost:27017/other'],
  ['mongodb://a:1,b:2/foyer?replicaSet=rs0', 'mongodb://a:1,b:2/other?replicaSet=rs0'],
  ['mongodb://a:1?replicaSet=rs0', 'mongodb://a:1/other?replicaSet=rs0'],
  ['mongodb://ann:secret@a/admin', 'mongodb://ann:secret@a/other?authSource=admin'],
  ['mongodb://ann:secret@a/?authSource=admin', 'mongodb://ann:secret@a/other?authSource=admin'],
  ['mongodb+srv://ann:secret@cluster.example/', 'mongodb+srv://ann:secret@cluster.example/other'],
  ['mongodb://%2Ftmp%2Fmongodb.sock', 'mongodb://%2Ftmp%2Fmongodb.sock/other'],
])('names another database in %s', (uri, expected) => {
  expect(withDatabaseName(uri, 'other')).toBe(expected);
});

it('throws when there is no server', () => {
  expect(() => withDatabaseName('mongodb://', 'other')).toThrow('names no server');
});
