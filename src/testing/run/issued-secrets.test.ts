import { describe, expect, it } from 'vitest';
import { createIssuedSecrets } from './issued-secrets.ts';

describe('the search for issued secrets', () => {
  const token = 'k'.repeat(43);
  const accessToken = `foyer_pat_${'7'.repeat(49)}`;
  const serviceKey = `foyer_sk_${'8'.repeat(49)}`;
  const refreshToken = `foyer_rt_${'a'.repeat(24)}.${'f'.repeat(43)}.0.${'p'.repeat(43)}`;
  const issued = () => {
    const secrets = createIssuedSecrets();
    secrets.addCookie(token);
    secrets.addAnswer(`{"token":"${accessToken}"}`);
    secrets.addAnswer(`{"key":"${serviceKey}"}`);
    secrets.addAnswer(`{"enrolment":"v1.0a1b2c3d.sealed","secret":"${'A'.repeat(32)}"}`);
    secrets.addAnswer(`{"recoveryCodes":["0AB1-0AB1-0AB1-0AB1-0AB1-0AB1"]}`);
    secrets.addAnswer(`https://app.example.com/callback?code=${'c'.repeat(43)}&state=1`);
    secrets.addAnswer(`{"access_token":"eyJhbGciOiJFZERTQSJ9.e30.c2ln","refresh_token":"${refreshToken}"}`);
    secrets.addAnswer(`{"device_code":"${'d'.repeat(43)}"}`);
    secrets.addMessage(
      'Open\nhttp://localhost/confirm?email=a%40b&token=tttttttttttttttttttttttt\nor type\n123456\n',
    );
    return secrets;
  };

  it.each([
    [{ cookie: `foyer.session=${token}` }],
    [{ url: '/confirm?token=tttttttttttttttttttttttt' }],
    [{ code: '123456' }],
    [{ err: { message: 'wrong code 123456' } }],
    [{ headers: { authorization: `Bearer ${accessToken}` } }],
    [{ headers: { authorization: `Bearer ${serviceKey}` } }],
    [{ query: { code: 'c'.repeat(43) } }],
    [{ headers: { authorization: 'Bearer eyJhbGciOiJFZERTQSJ9.e30.c2ln' } }],
    [{ body: `grant_type=refresh_token&refresh_token=${refreshToken}` }],
    [{ body: `device_code=${'d'.repeat(43)}` }],
    [{ input: { enrolment: 'v1.0a1b2c3d.sealed' } }],
    [{ uri: `otpauth://totp/Foyer:ada?secret=${'A'.repeat(32)}` }],
    [{ input: { recoveryCode: '0AB1-0AB1-0AB1-0AB1-0AB1-0AB1' } }],
  ])('finds %j', (line) => {
    expect(() => issued().expectNoneIn([{ msg: 'request' }, line])).toThrow(
      '1 issued secrets are in the log',
    );
  });

  it('takes hashes, ids and numbers for what they are', () => {
    const secrets = issued();
    secrets.addCookie('http%3A%2F%2Flocalhost%3A3000%2Faccount%2Fsign-in-methods');
    const lines = [
      { time: 1795123456489, requestId: 'f1234567-aaaa-4bbb-8ccc-123456aaaaaa' },
      { path: '/account/sign-in-methods' },
      { pid: 123456, ms: 123456, host: 'localhost:123456' },
    ];
    expect(() => secrets.expectNoneIn(lines)).not.toThrow();
  });
});
