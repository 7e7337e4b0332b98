import { describe, expect, it } from 'vitest';
import { EnvironmentReader, type Environment } from './faults.ts';
import { readWebhooks } from './webhooks.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const URL_SET = { WEBHOOK_URL: 'https://app.example.com/webhooks', WEBHOOK_SECRET: secretOf(32) };

function read(environment: Environment, production = false) {
  const reader = new EnvironmentReader(environment);
  const settings = readWebhooks(reader, production);
  return { settings, faults: reader.faults.map(({ variable, wrong }) => `${variable} ${wrong}`) };
}

const NOT_SECRETS = 'WEBHOOK_SECRET is not one or two secrets of whsec_ and 24 to 64 bytes in base64';
const NOT_A_URL = 'WEBHOOK_URL is not an http:// or https:// address without user name and fragment';

describe('the settings of webhooks', () => {
  it('set no endpoint by default', () => {
    expect(read({})).toEqual({ settings: { webhook: null, webhookPrivateHosts: [] }, faults: [] });
  });

  it('read an endpoint for all types, and one for some types', () => {
    const [url, secrets] = [URL_SET.WEBHOOK_URL, [secretOf(32)]];
    expect(read(URL_SET, true)).toMatchObject({
      settings: { webhook: { url, secrets, types: null } },
      faults: [],
    });
    expect(read({ ...URL_SET, WEBHOOK_TYPES: 'user.created, user.deleted' }).settings.webhook?.types).toEqual(
      ['user.created', 'user.deleted'],
    );
  });

  it('read two secrets, the first one first', () => {
    const secrets = [secretOf(64), secretOf(24)];
    const { settings } = read({ ...URL_SET, WEBHOOK_SECRET: secrets.join(', ') });
    expect(settings.webhook?.secrets).toEqual(secrets);
  });

  it('read hosts that may be private', () => {
    const { settings } = read({ WEBHOOK_PRIVATE_HOSTS: 'App.internal, 10.0.0.5,fd00::1' });
    expect(settings.webhookPrivateHosts).toEqual(['app.internal', '10.0.0.5', 'fd00::1']);
  });

  it.each<[Environment, string]>([
    [{ WEBHOOK_URL: URL_SET.WEBHOOK_URL }, 'WEBHOOK_SECRET is not set, and WEBHOOK_URL needs it'],
    [{ WEBHOOK_SECRET: secretOf(32) }, 'WEBHOOK_SECRET is set without WEBHOOK_URL'],
    [{ WEBHOOK_TYPES: 'user.created' }, 'WEBHOOK_TYPES is set without WEBHOOK_URL'],
    ...[
      'app.example.com',
      'ftp://app.example.com',
      'https://me:pw@app.example.com',
      'https://a.example/#x',
    ].map((WEBHOOK_URL): [Environment, string] => [{ ...URL_SET, WEBHOOK_URL }, NOT_A_URL]),
    [{ ...URL_SET, WEBHOOK_URL: `https://a.example/${'a'.repeat(2000)}` }, NOT_A_URL],
    [{ ...URL_SET, WEBHOOK_URL: 'https://a.example/\r\nx-evil: 1' }, NOT_A_URL],
    ...[
      'secret',
      secretOf(23),
      secretOf(65),
      secretOf(32).replace('whsec_', ''),
      secretOf(32).replace(/=$/, ''),
      `${secretOf(32)} ${secretOf(33)}`,
      [secretOf(32), secretOf(33), secretOf(34)].join(','),
      `${secretOf(32)},`,
    ].map((WEBHOOK_SECRET): [Environment, string] => [{ ...URL_SET, WEBHOOK_SECRET }, NOT_SECRETS]),
    [
      { ...URL_SET, WEBHOOK_TYPES: 'user.created,user.renamed' },
      'WEBHOOK_TYPES is not a list of types of events',
    ],
    ...['https://app.internal', 'app.internal:8080', '*.internal', '10.0.0.0/8', ','].map(
      (WEBHOOK_PRIVATE_HOSTS): [Environment, string] => [
        { WEBHOOK_PRIVATE_HOSTS },
        'WEBHOOK_PRIVATE_HOSTS is not a list of host names and addresses',
      ],
    ),
  ])('%j is refused', (environment, fault) => {
    expect(read(environment).faults).toEqual([fault]);
  });

  it('need https in production', () => {
    const http = { ...URL_SET, WEBHOOK_URL: 'http://app.internal/webhooks' };
    expect(read(http, true).faults).toEqual(['WEBHOOK_URL must begin with https:// in production']);
    expect(read(http).faults).toEqual([]);
  });
});
