import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { INVITATION_MAX_AGE_MS } from '../../shared/limits.ts';
import { FORMER_SECRET_NEEDED_MS, SEALED_TEXTS, UNDERIVED_USES } from './secret-purposes.ts';

const SERVER = new URL('../', import.meta.url);

async function readSources(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(SERVER, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file),
  );
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(new URL(file, SERVER), 'utf8')] as const),
    ),
  );
}

it('says of every use of the secret what a change of it means', async () => {
  const sources = [...(await readSources())];
  const filesWith = (use: RegExp) =>
    sources.flatMap(([file, text]) => (use.test(text) ? [file] : [])).toSorted();
  expect(filesWith(/\b(?:vault\.|\s)seal\(/)).toEqual(Object.keys(SEALED_TEXTS).toSorted());
  // With the secret itself: Auth.js's settings, and hashes without a derived key.
  expect(
    filesWith(
      /\bsecret: (?:settings\.authSecret|\[\.\.\.secretsOf)|create(?:Hash|Hmac)\([^;]*authSecret(?!,)/,
    ),
  ).toEqual(Object.keys(UNDERIVED_USES).toSorted());
});

it('keeps the former secret as long as an invitation, which lives longest', () => {
  expect(FORMER_SECRET_NEEDED_MS).toBe(INVITATION_MAX_AGE_MS);
});
