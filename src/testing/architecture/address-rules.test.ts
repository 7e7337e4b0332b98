import { describe, expect, it } from 'vitest';
import { addressesWithoutBase } from './address-rules.ts';
import { readSources } from './read-sources.ts';

it('the client puts the base path before every path of Foyer', async () => {
  const sources = await readSources();
  expect(sources.flatMap(addressesWithoutBase)).toEqual([]);
});

describe('a file of the client', () => {
  const check = (text: string) => addressesWithoutBase({ path: 'src/client/a.tsx', text });

  it.each([
    `const link = <a href="/account">Account</a>;`,
    `const link = <Anchor href={'/account'}>Account</Anchor>;`,
    `openUrl('/account');`,
    `openUrl(isOwn ? '/admin' : at('/account'));`,
    'void fetch(`/pictures/${id}`);',
    `const form = <form action="/dev/outbox" />;`,
    `void fetch('/openapi.json');`,
    `import { CONSOLE_PATH } from './a.ts'; openUrl(CONSOLE_PATH);`,
    `const METHODS = '/account/sign-in-methods'; openUrl(METHODS);`,
    `const ACTION = SIGNED_OUT_PATHS['second-factor']; openUrl(ACTION);`,
    `const link = { href: '/account' };`,
  ])('may not have %s', (text) => {
    expect(check(text)).toHaveLength(1);
  });

  it.each([
    `openUrl(at('/account'));`,
    `openUrl(at(isOwn ? CONSOLE_PATH : '/sign-in'));`,
    'void fetch(at(`/pictures/${id}`));',
    `const url = addressOf('/sign-in', { email });`,
    `const link = <TextLink to="/account">Account</TextLink>;`,
    `void navigate({ to: '/account', search: {} });`,
    `const route = getRouteApi('/account');`,
    `const METHODS = '/account'; const url = at(METHODS);`,
    `if (path === SIGN_IN_PATH) open();`,
    `const text = 'https://example.com/account and / or 1/2';`,
  ])('may have %s', (text) => {
    expect(check(text)).toEqual([]);
  });
});
