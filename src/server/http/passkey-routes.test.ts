import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';

const RELATED = ['https://example.org', 'https://example.net'];

describe('without RELATED_ORIGINS', () => {
  const it = testWith();

  it('/.well-known/passkey-endpoints names the page of the passkeys as absolute URLs', async ({ app }) => {
    const answer = await fetch(`${app.origin}/.well-known/passkey-endpoints`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({
      enroll: `${app.origin}/account/sign-in-methods`,
      manage: `${app.origin}/account/sign-in-methods`,
    });
  });

  it('/.well-known/webauthn returns 404 without RELATED_ORIGINS', async ({ app }) => {
    expect((await fetch(`${app.origin}/.well-known/webauthn`)).status).toBe(404);
  });
});

describe('with RELATED_ORIGINS', () => {
  const it = testWith({ settings: { relatedOrigins: RELATED } });

  it('/.well-known/webauthn lists RELATED_ORIGINS', async ({ app }) => {
    const answer = await fetch(`${app.origin}/.well-known/webauthn`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(await answer.json()).toEqual({ origins: RELATED });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});
