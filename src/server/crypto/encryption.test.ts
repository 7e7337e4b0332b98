import { describe, expect, it } from 'vitest';
import { createVault } from './encryption.ts';

describe('a vault', () => {
  const vault = createVault(['the secret of today, long enough']);

  it('reads what it wrote, and writes the same differently each time', () => {
    const sealed = vault.seal('an access token, ünïcode', 'account:1');
    expect(sealed).not.toContain('token');
    expect(vault.open(sealed, 'account:1')).toBe('an access token, ünïcode');
    expect(vault.seal('an access token, ünïcode', 'account:1')).not.toBe(sealed);
  });

  it('reads nothing that was moved, altered, cut or written by somebody else', () => {
    const sealed = vault.seal('secret', 'account:1');
    expect(vault.open(sealed, 'account:2')).toBeNull();
    const altered = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
    altered[14] = (altered[14] ?? 0) ^ 1;
    expect(
      vault.open(`${sealed.split('.').slice(0, 2).join('.')}.${altered.toString('base64url')}`, 'account:1'),
    ).toBeNull();
    expect(vault.open(sealed.slice(0, 30), 'account:1')).toBeNull();
    expect(vault.open('', 'account:1')).toBeNull();
    expect(createVault(['another secret']).open(sealed, 'account:1')).toBeNull();
  });

  it('still reads the old after a change of secret, and writes with the new', () => {
    const old = vault.seal('kept', 'account:1');
    const rotated = createVault(['the secret of tomorrow', 'the secret of today, long enough']);
    expect(rotated.open(old, 'account:1')).toBe('kept');
    expect(vault.open(rotated.seal('new', 'account:1'), 'account:1')).toBeNull();
  });
});
