import { describe, expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { AUTHENTICATOR_ICONS, AUTHENTICATORS } from '../domain/passkeys/authenticator-list.ts';
import { authenticatorOf } from '../domain/passkeys/authenticators.ts';

const RELATED = ['https://example.org', 'https://example.net'];

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

it('/.well-known/webauthn lists RELATED_ORIGINS', async () => {
  await using app = await createTestApp({ settings: { relatedOrigins: RELATED } });
  const answer = await fetch(`${app.origin}/.well-known/webauthn`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
  ]);
  expect(await answer.json()).toEqual({ origins: RELATED });
  expect(answer.headers.get('set-cookie')).toBeNull();
});

describe('the icon of an authenticator', () => {
  it('is an SVG of this origin that every name with an icon has', async ({ app }) => {
    const icons = new Set(
      Object.keys(AUTHENTICATORS).flatMap((aaguid) => authenticatorOf(aaguid)?.icon ?? []),
    );
    expect(icons.size).toBe(Object.keys(AUTHENTICATOR_ICONS).length);
    for (const icon of icons) {
      const answer = await fetch(`${app.origin}${icon}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\/svg\+xml/),
      ]);
      const text = await answer.text();
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24">.*<\/svg>$/);
      // Only the namespace names another site.
      expect(text.match(/https?:/g)).toHaveLength(1);
    }
  });

  it('returns 404 for another name', async ({ app }) => {
    for (const name of ['other', 'constructor', '__proto__', '..%2f..%2fpackage'])
      expect((await fetch(`${app.origin}/authenticator-icons/${name}.svg`)).status).toBe(404);
  });
});
