import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { collectionsOf, type Collections } from '../../src/server/database/collections.ts';
import { REQUIRED_INDEXES } from '../../src/server/database/required-indexes.ts';
import { createWriteConcern } from '../../src/server/database/write-concern.ts';
import {
  DAY_MS,
  DELIVERIES_KEPT_MS,
  EVENT_PARTITIONS,
  MINUTE_MS,
  REFRESH_GRACE_MS,
  SECOND_MS,
  SESSION_JWT_MAX_AGE_MS,
  SESSION_LAST_SEEN_EVERY_MS,
} from '../../src/shared/limits.ts';
import { SHARD_KEYS } from '../../src/testing/queries/query-fault.ts';
import { PROJECT, tableRows } from './markdown.ts';

const text = await readFile(path.join(PROJECT, 'docs/operating/scale.md'), 'utf8');
const spans = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** The document's table of shard keys. The client never connects. */
const rows = tableRows(text, 'collection').map(([name = '', key = '', allowed, others]) => ({
  name: spans(name)[0],
  key: /\{ (\w+): /.exec(key)?.[1] ?? null,
  isHashed: key.includes('hashed'),
  allowed: spans(allowed),
  others: spans(others),
}));

describe('docs/operating/scale.md', () => {
  it('says of each collection and each unique index what sharding makes of it', () => {
    const collections = Object.entries(collectionsOf(new MongoClient('mongodb://localhost').db()));
    const expected = collections.map(([property, { collectionName: name }]) => {
      const row = rows.find((each) => each.name === name);
      const unique = REQUIRED_INDEXES[property as keyof Collections].filter(({ options }) => options.unique);
      const isAllowed = (index: (typeof unique)[number]) =>
        row?.key === null || (row?.isHashed === false && row.key === Object.keys(index.key)[0]);
      return {
        name,
        key: row?.key,
        isHashed: row?.isHashed,
        allowed: unique.filter(isAllowed).map((index) => index.name),
        others: unique.filter((index) => !isAllowed(index)).map((index) => index.name),
      };
    });
    const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
      (one.name ?? '') < (other.name ?? '') ? -1 : 1;
    expect(rows.toSorted(byName)).toEqual(expected.toSorted(byName));
    expect(text).toContain(`${EVENT_PARTITIONS} partitions, so at most ${EVENT_PARTITIONS} shards`);
    expect(text).toContain(`keeps the webhooks of ${DELIVERIES_KEPT_MS / DAY_MS} days`);
  });

  it('has the shard keys whose writes the tests check', () => {
    // The others cannot be sharded before the claims are built.
    const sharded = rows.filter(({ key, others }) => key !== null && others.length === 0);
    expect(Object.fromEntries(sharded.map(({ name, key }) => [name, key]))).toEqual(SHARD_KEYS);
  });

  it('has a claim or a reason for each unique index of the users that a shard key does not allow', () => {
    const others = rows.find(({ name }) => name === 'users')?.others ?? [];
    const claimed = tableRows(text, 'identifier').map(([, , index]) => spans(index)[0] ?? '');
    const ofTokens = others.filter((index) => index.includes('_token_'));
    expect(ofTokens).toHaveLength(2);
    expect(claimed.toSorted()).toEqual(others.filter((index) => !ofTokens.includes(index)).toSorted());
  });

  it('has the concerns that the client sets', async () => {
    const values = new Map(
      tableRows(text, 'option').map(([option = '', value = '']) => [spans(option)[0], value]),
    );
    const { w, journal } = createWriteConcern(null, true).settings;
    expect(values.get('w')).toBe(`\`${(w as unknown as { toBSON(): string }).toBSON()}\``);
    expect(values.get('journal')).toBe(`\`${journal}\``);
    const connect = await readFile(path.join(PROJECT, 'src/server/database/connect.ts'), 'utf8');
    expect(connect).toContain('retryWrites: true');
    expect(connect).toContain('retryReads: true');
    expect(connect).toContain(`SILENCE_TIMEOUT_MS = ${values.get('wtimeoutMS')?.replace(',', '')};`);
    expect(connect).toContain('HEARTBEAT_MS = 500;');
    // Both have the driver's defaults. `connect.test.ts` shows which other ones of the URI are refused.
    expect(connect).not.toMatch(/\b(?:readConcern|readPreference):/);
  });

  it('has the times of the product', () => {
    expect(text).toContain(
      `a check that notes the last use, every ${SESSION_LAST_SEEN_EVERY_MS / MINUTE_MS} minutes`,
    );
    expect(text).toContain(`another use of a refresh token within ${REFRESH_GRACE_MS / SECOND_MS} seconds`);
    expect(text).toContain(`valid for up to ${SESSION_JWT_MAX_AGE_MS / MINUTE_MS} minutes more`);
  });
});
