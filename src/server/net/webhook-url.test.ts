import { describe, expect, it } from 'vitest';
import { WEBHOOK_URL_MAX_LENGTH } from '../../shared/limits.ts';
import { checkWebhookUrl } from './webhook-url.ts';

const settings = (mode: 'production' | 'development', ...webhookPrivateHosts: string[]) => ({
  mode,
  webhookPrivateHosts,
});

describe.each(['production', 'development'] as const)(
  'the address of an endpoint in %s (security.md 48)',
  (mode) => {
    it.each([
      ['https://example.com/hooks', 'https://example.com/hooks'],
      ['HTTPS://Example.COM', 'https://example.com/'],
      ['https://example.com:8443/a?b=c#d', 'https://example.com:8443/a?b=c'],
      ['https://8.8.8.8/', 'https://8.8.8.8/'],
      ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
      // The URL parser leaves out what could begin another header.
      ['https://example.com/a\r\nhost: example.net', 'https://example.com/ahost:%20example.net'],
    ])('is kept in its normal form: %s', (input, url) => {
      expect(checkWebhookUrl(settings(mode), input)).toEqual({ url });
    });

    it.each([
      ['http://example.com/', 'webhook-url-insecure'],
      ['ftp://example.com/', 'webhook-url-insecure'],
      ['javascript:alert(1)', 'webhook-url-insecure'],
      ['https://user@example.com/', 'webhook-url-insecure'],
      ['https://:secret@example.com/', 'webhook-url-insecure'],
      ['http://10.0.0.1/', 'webhook-url-insecure'],
      ['http://127.0.0.1.example.com/', 'webhook-url-insecure'],
      ['https://10.0.0.1/', 'webhook-url-not-public'],
      ['https://192.168.1.1/', 'webhook-url-not-public'],
      ['https://169.254.169.254/latest/meta-data/', 'webhook-url-not-public'],
      ['https://0xa000001/', 'webhook-url-not-public'],
      ['https://[::ffff:10.0.0.1]/', 'webhook-url-not-public'],
      ['https://[fd00::1]/', 'webhook-url-not-public'],
      ['https://0.0.0.0/', 'webhook-url-not-public'],
      ['no address', 'webhook-url-invalid'],
      ['https://', 'webhook-url-invalid'],
      // Each of these characters becomes nine.
      [`https://example.com/${'€'.repeat(WEBHOOK_URL_MAX_LENGTH / 8)}`, 'webhook-url-invalid'],
    ])('is refused: %s', (input, issue) => {
      expect(checkWebhookUrl(settings(mode), input)).toEqual({ issue });
    });

    it('may be a private host that the operator names, without a user name', () => {
      const named = settings(mode, '10.0.0.7', 'HOOKS.internal.', 'localhost', '[fd00::1]');
      for (const url of [
        'https://10.0.0.7/',
        'https://hooks.internal/a',
        'https://localhost:8443/',
        'https://[fd00::1]/',
      ]) {
        expect(checkWebhookUrl(named, url)).toEqual({ url });
      }
      expect(checkWebhookUrl(named, 'https://10.0.0.8/')).toEqual({ issue: 'webhook-url-not-public' });
      expect(checkWebhookUrl(named, 'https://u:p@10.0.0.7/')).toEqual({ issue: 'webhook-url-insecure' });
    });
  },
);

it.each(['localhost', '127.0.0.1', '[::1]'])('is on this machine in development only: %s', (host) => {
  for (const url of [`http://${host}:4000/hooks`, `https://${host}:4000/hooks`]) {
    expect(checkWebhookUrl(settings('development'), url)).toEqual({ url });
  }
  expect(checkWebhookUrl(settings('production'), `http://${host}/`)).toEqual({
    issue: 'webhook-url-insecure',
  });
  expect(checkWebhookUrl(settings('production'), `https://${host}/`)).toEqual({
    issue: 'webhook-url-not-public',
  });
});

it('is http for a named host in development only', () => {
  const url = 'http://10.0.0.7/';
  expect(checkWebhookUrl(settings('development', '10.0.0.7'), url)).toEqual({ url });
  expect(checkWebhookUrl(settings('production', '10.0.0.7'), url)).toEqual({ issue: 'webhook-url-insecure' });
});
