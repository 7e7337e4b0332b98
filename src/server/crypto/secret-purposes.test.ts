import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { INVITATION_MAX_AGE_MS } from '../../shared/limits.ts';
import { FORMER_SECRET_NEEDED_MS, KEY_PURPOSES, SEALED_TEXTS, UNDERIVED_USES } from './secret-purposes.ts';

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

it('keeps no purpose that nobody uses', async () => {
  const text = [...(await readSources())].flatMap(([file, source]) =>
    file === 'crypto/secret-purposes.ts' ? [] : source,
  );
  const unused = Object.keys(KEY_PURPOSES).filter(
    (purpose) => !text.some((source) => source.includes(`'${purpose}'`)),
  );
  expect(unused).toEqual([]);
});

it('keeps the former secret as long as an invitation, which lives longest', () => {
  expect(FORMER_SECRET_NEEDED_MS).toBe(INVITATION_MAX_AGE_MS);
});

it('has words in the page about operating for whatever a thief of the secret can decrypt', async () => {
  const page = await readFile(new URL('../../docs/operating.md', SERVER), 'utf8');
  const [, procedure = ''] = /If the secret was \*\*stolen\*\*([\s\S]*?)^## /m.exec(page) ?? [];
  /** What says how each stored text is replaced. */
  const words: Readonly<Record<string, string>> = {
    'accounts.tokens': 'OIDC_<ID>_CLIENT_SECRET',
    'former_secrets.keys': '`former_secrets`',
    'identity_providers.secrets': 'npm run provider -- remove <id> --force',
    'jobs.payload': '(`jobs`)',
    'jobs.payload (tokens to revoke)': 'also in jobs that revoke them',
    'signing_keys.privateKey': '`signing_keys`',
    'signing_keys.rsa.privateKey': '`signing_keys`',
    'users.totp.secret': 'npm run second-factor:remove',
    'webhook_endpoints.secrets': '_Rotate secret_',
  };
  const stored = Object.values(SEALED_TEXTS).flatMap((texts) =>
    Object.entries(texts).flatMap(([text, { fate }]) => (fate === 'resealed' ? [text] : [])),
  );
  expect(stored.toSorted()).toEqual(Object.keys(words).toSorted());
  expect(Object.values(words).filter((each) => !procedure.includes(each))).toEqual([]);
  expect(procedure).toContain('or any backup');
});
