import { describe, expect, it } from 'vitest';
import { createVault } from './encryption.ts';

describe('a vault', () => {
  const vault = createVault(['the current secret, long enough']);

  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealed = vault.seal('an access token, ünïcode', 'account:1');
    expect(sealed).not.toContain('token');
    expect(vault.open(sealed, 'account:1')).toBe('an access token, ünïcode');
    expect(vault.seal('an access token, ünïcode', 'account:1')).not.toBe(sealed);
  });

  it('returns null for a text of another context, an altered or cut text, and one of another key', () => {
    const sealed = vault.seal('secret', 'account:1');
    expect(vault.open(sealed, 'account:2')).toBeNull();
    const altered = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
    altered[14] = (altered[14] ?? 0) ^ 1;
    const changed = [...sealed.split('.').slice(0, 2), altered.toString('base64url')].join('.');
    for (const text of [changed, sealed.slice(0, 30), '']) expect(vault.open(text, 'account:1')).toBeNull();
    expect(createVault(['another secret']).open(sealed, 'account:1')).toBeNull();
  });

  it('opens texts of the former secret after a change, and seals with the new one', () => {
    const old = vault.seal('kept', 'account:1');
    const rotated = createVault(['the secret of tomorrow', 'the current secret, long enough']);
    expect(rotated.open(old, 'account:1')).toBe('kept');
    expect(vault.open(rotated.seal('new', 'account:1'), 'account:1')).toBeNull();
  });

  it('tells which secret sealed a text', () => {
    const old = vault.seal('kept', 'account:1');
    const rotated = createVault(['the secret of tomorrow', 'the current secret, long enough']);
    expect([vault.isCurrent(old), rotated.isCurrent(old)]).toEqual([true, false]);
    expect(rotated.isCurrent(rotated.seal('new', 'account:1'))).toBe(true);
    expect(vault.formerPrefixes).toEqual([]);
    expect(rotated.formerPrefixes.filter((prefix) => old.startsWith(prefix))).toHaveLength(1);
  });
});
