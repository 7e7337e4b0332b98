import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfEachTest } from '../../../../src/testing/run/temporary-folder.ts';
import { readCsv, readJsonList } from './records.ts';

const folder = folderOfEachTest();

describe('the readers of files', () => {
  const valuesOf = async (records: AsyncGenerator<{ value: unknown }>) => {
    const values = [];
    for await (const { value } of records) values.push(value);
    return values;
  };

  it('reads a list of objects that is longer than a chunk of the file', async () => {
    const file = path.join(folder(), 'list.json');
    const users = Array.from({ length: 3000 }, (_, id) => ({
      id,
      name: `"{[ö\\" ${'x'.repeat(50)}`,
      of: [{ id }],
    }));
    await writeFile(file, JSON.stringify({ realm: { groups: [] }, users, after: [{ no: 1 }] }, null, 1));
    expect(await valuesOf(readJsonList(file, 'users'))).toEqual(users);
  });

  it('reads CSV with quotes, empty values and a byte order mark', async () => {
    const file = path.join(folder(), 'some.csv');
    await writeFile(file, '\uFEFFa,b,c\r\n1,"x ""y"", z",\r\n,"two\r\nlines",3\r\n\r\n1,2,3,4\n');
    expect(await valuesOf(readCsv(file))).toEqual([
      { a: '1', b: 'x "y", z' },
      { b: 'two\r\nlines', c: '3' },
      null,
    ]);
  });
});
