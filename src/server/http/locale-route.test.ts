import { describe, expect } from 'vitest';
import { LOCALE_COOKIE_MAX_AGE_MS } from './locale-route.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

const GERMAN = { 'accept-language': 'de-CH,de;q=0.9,en;q=0.5' };

const call = (agent: ReturnType<TestApp['agent']>, procedure: string, headers: Record<string, string> = {}) =>
  agent.request(`/trpc/${procedure}`, { headers });
function germanBrowser(app: TestApp) {
  const agent = app.agent();
  agent.headers.set('accept-language', GERMAN['accept-language']);
  return agent;
}
const localeIn = (cookies: readonly string[]) =>
  cookies.flatMap((cookie) => /^foyer\.locale=([^;]*)/.exec(cookie)?.[1] ?? []);

describe('the language of a user', () => {
  it('is the one of their sign-up', async ({ app }) => {
    const email = 'erste@example.test';
    const agent = await app.signInByMail(email, germanBrowser(app));
    expect(await app.client(agent).profile.get.query()).toMatchObject({ locale: 'de' });
    // Later sign-ins do not change it.
    const english = await app.signInByMail(email);
    expect(await app.client(english).profile.get.query()).toMatchObject({ locale: 'de' });
  });

  it('is the chosen one of the browser, before its preferred one', async ({ app }) => {
    const agent = germanBrowser(app);
    await agent.postForm('/locale', { locale: 'en' });
    await app.signInByMail('zweite@example.test', agent);
    expect(await app.client(agent).profile.get.query()).toMatchObject({ locale: 'en' });
  });

  it('is changed by profile.update to a supported one, which also sets the cookie', async ({ app }) => {
    const agent = await app.signInByMail('dritte@example.test');
    const saved = await agent.postJson('/trpc/profile.update', { locale: 'de' });
    expect(saved.json()).toMatchObject({ result: { data: { locale: 'de' } } });
    const cookie = saved.setCookies.find((each) => each.startsWith('foyer.locale='));
    expect(cookie).toMatch(/^foyer\.locale=de; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie ?? '')?.[1] ?? '');
    expect(Math.abs(expires - Date.now() - LOCALE_COOKIE_MAX_AGE_MS)).toBeLessThan(60_000);
    expect((await agent.postJson('/trpc/profile.update', { locale: 'en' })).status).toBe(200);
    for (const locale of ['fr', 'DE', '', null, { $ne: 1 }])
      expect((await agent.postJson('/trpc/profile.update', { locale })).status).toBe(400);
    expect(await app.client(agent).profile.get.query()).toMatchObject({ locale: 'en' });
  });

  it('is set once in every browser with a session', async ({ app }) => {
    const email = 'vierte@example.test';
    const first = await app.signInByMail(email);
    await first.postJson('/trpc/profile.update', { locale: 'de' });
    const second = await app.signInByMail(email);
    expect(localeIn((await call(second, 'session.get')).setCookies)).toEqual(['de']);
    expect(localeIn((await call(second, 'session.get')).setCookies)).toEqual([]);
    const third = await app.signInByMail(email);
    expect(localeIn((await call(third, 'session.get', GERMAN)).setCookies)).toEqual([]);
    // Without a session the browser's preference applies.
    expect(localeIn((await call(app.agent(), 'session.get', GERMAN)).setCookies)).toEqual([]);
  });
});
