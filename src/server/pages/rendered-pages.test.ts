import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { FORM_CASES } from '../../testing/pages/form-cases.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { signedOutStates } from '../../testing/pages/signed-out-states.ts';
import { renderSignedOutPage } from '../../testing/app/test-documents.ts';
import { PROCEDURES } from '../../testing/app/procedures.ts';

const STATES = signedOutStates();
const rendered = STATES.map((page) => ({ page, ...renderSignedOutPage(page) }));

/** Public mutations that no form of a signed-out page calls, with the reason. */
const WITHOUT_FORM: Readonly<Record<string, string>> = {
  'session.beginPasskey': 'only a script can ask the browser for a passkey',
  'session.signInWithPasskey': 'only a script can ask the browser for a passkey',
  'accessTokens.revokeCurrent': 'for programs',
  'accounts.denyLink': 'POST /confirm-address is tested in pending-link-pages.test.ts',
  'session.continueWithoutAddress': 'POST /confirm-address is tested in pending-link-pages.test.ts',
  'email.undo': 'its page needs the script',
  'secondFactor.stopRemoval': 'POST /stop-second-factor-removal is tested in mailed-link-forms.test.ts',
  'password.reset': 'its page needs the script',
  'session.signInWith': 'POST /sign-in/provider starts the flow (provider-start-route.ts)',
  'session.signOut': 'the form of /sign-out has no fields (public-pages.test.ts)',
  'session.confirmLink': 'the form of /confirm posts to Auth.js',
  'session.endImpersonation': 'the banner needs the script, as the whole console does',
};

/** Pages with their own words for an error. */
const OWN_WORDS: Partial<Record<ErrorCode, string>> = {
  CredentialsSignin: 'Sign in failed. Check the details you provided are correct.',
};

describe('the markup of the signed-out pages', () => {
  it('has no style attribute, no style or script element and no event attribute, in any state', () => {
    expect(rendered.length).toBeGreaterThan(100);
    for (const { markup } of rendered) expect(markup).not.toMatch(/\s(?:style|on[a-z]+)=|<style|<script/i);
  });

  it('lets browsers without script check the fields', () => {
    for (const { markup } of rendered) expect(markup).not.toMatch(/novalidate/i);
    expect(rendered.filter(({ markup }) => markup.includes(' required')).length).toBeGreaterThan(20);
  });

  it('has forms that post to this site only', () => {
    for (const { markup } of rendered) {
      for (const [form] of markup.matchAll(/<form\b[^>]*>/g)) {
        expect(form).toContain('method="post"');
        expect(form).toMatch(/action="\/(?!\/)[^"]*"/);
      }
    }
  });
});

describe('the forms of the signed-out pages', () => {
  it('are all tested', () => {
    const forms = rendered.flatMap(({ markup }) =>
      [...markup.matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].flatMap(
        ([, action = '', content = '']) => {
          const values = [...content.matchAll(/<button\b[^>]*>/g)]
            .filter(([button]) => button.includes('name="way"'))
            .map(([button]) => `${action} way=${/value="([^"]*)"/.exec(button)?.[1]}`);
          return values.length > 0 ? values : [action];
        },
      ),
    );
    // Tested in locale-route.test.ts, pending-link-pages.test.ts and public-pages.test.ts.
    const others = [
      '/locale',
      '/sign-in/provider',
      '/check-email way=send',
      '/confirm-address way=without',
      '/confirm-address way=deny',
      '/sign-out',
    ];
    expect([...new Set(forms)].sort()).toEqual([...FORM_CASES.map(({ form }) => form), ...others].sort());
  });

  it('call every public mutation, but for those with a reason', () => {
    const mutations = PROCEDURES.filter(({ type, kind }) => type === 'mutation' && kind === 'public').map(
      ({ path }) => path,
    );
    const called = new Set(FORM_CASES.map(({ procedure }) => procedure));
    expect(mutations.filter((name) => !called.has(name)).sort()).toEqual(Object.keys(WITHOUT_FORM).sort());
  });

  it.each(FORM_CASES)('$form shows every error of $procedure in words', ({ form, procedure, addressFor }) => {
    const { errors = [] } = PROCEDURES.find(({ path }) => path === procedure) ?? {};
    const codes = [...errors, 'UNAVAILABLE', 'INTERNAL'] as const;
    const [path = '', way] = form.split(' way=');
    const page = STATES.find(({ address, locale }) => address === path && locale === 'en');
    expect(page).toBeDefined();
    if (!page) return;
    for (const appCode of codes) {
      const { markup } = renderSignedOutPage({
        ...page,
        address: addressFor('ada@example.test').replace('&sent=true', ''),
        failedForm: {
          values: { email: 'ada@example.test', ...(way !== undefined && { way }) },
          failure: { appCode, requestId: 'b0000000-0000-4000-8000-000000000000' },
        },
      });
      const text = textOfPage(`<div id="root">${markup}</div><script type="application/json"`);
      expect(text).toContain(OWN_WORDS[appCode] ?? ERRORS[appCode].message);
    }
  });
});
