import { vi } from 'vitest';
import { formatE164 } from '../../shared/phone.ts';
import { addressOf } from '../../shared/signed-out-page.ts';
import { addAuthenticator, waitForNextCode } from '../sign-in/authenticator-apps.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../sign-in/phones.ts';
import type { TestApp } from '../app/test-app.ts';

interface Prepared {
  readonly typed: Record<string, string>;
  readonly input: Record<string, unknown>;
}

/** A form of a signed-out page, and the procedure that the page's script calls instead. */
interface FormCase {
  readonly form: string;
  readonly procedure: string;
  readonly button: string;
  readonly addressFor: (email: string) => string;
  /** Makes the form succeed in this browser. Returns what the person types, and the procedure's input. */
  readonly prepare: (app: TestApp, agent: HttpAgent, email: string) => Prepared | Promise<Prepared>;
  readonly nextFor: (email: string) => string;
}

const CALLBACK = '/account/devices';
const encoded = encodeURIComponent;
const checkEmail = (email: string) => `/check-email?email=${encoded(email)}&callbackUrl=${encoded(CALLBACK)}`;

const numbers = new Map<string, string>();

export function numberOf(email: string): string {
  const number = numbers.get(email) ?? aNumber();
  numbers.set(email, number);
  return number;
}

const checkPhone = (email: string) =>
  addressOf('/sign-in/phone', { phone: formatE164(numberOf(email)), callbackUrl: CALLBACK });

/** Every form with a procedure. `signed-out-forms.test.ts` fails when one is missing. */
export const FORM_CASES: readonly FormCase[] = [
  {
    form: '/sign-in way=password',
    procedure: 'password.signIn',
    button: 'Sign in',
    addressFor: () => `/sign-in?callbackUrl=${CALLBACK}`,
    async prepare(app, _agent, email) {
      await signUpWithPassword(app, email);
      const typed = { email, password: PASSWORD };
      return { typed, input: { ...typed, callbackUrl: CALLBACK } };
    },
    nextFor: () => CALLBACK,
  },
  {
    form: '/sign-in way=link',
    procedure: 'session.requestLink',
    button: 'Email me a link',
    addressFor: () => `/sign-in?callbackUrl=${CALLBACK}`,
    prepare: (_app, _agent, email) => ({ typed: { email }, input: { email, callbackUrl: CALLBACK } }),
    nextFor: checkEmail,
  },
  {
    form: '/sign-up',
    procedure: 'password.signUp',
    button: 'Create account',
    addressFor: () => `/sign-up?callbackUrl=${CALLBACK}`,
    prepare(_app, _agent, email) {
      const typed = { name: 'Ada Lovelace', email, password: PASSWORD };
      return { typed, input: { ...typed, callbackUrl: CALLBACK } };
    },
    nextFor: (email) => `${checkEmail(email)}&isSignUp=true`,
  },
  {
    form: '/forgot-password',
    procedure: 'password.requestReset',
    button: 'Email me the link',
    addressFor: () => '/forgot-password',
    async prepare(app, _agent, email) {
      await signUpWithPassword(app, email);
      return { typed: { email }, input: { email } };
    },
    nextFor: (email) => `/forgot-password?email=${encoded(email)}&sent=true`,
  },
  {
    form: '/forgot-password way=resend',
    procedure: 'password.requestReset',
    button: 'Send it again',
    addressFor: (email) => `/forgot-password?email=${encoded(email)}&sent=true`,
    prepare: (_app, _agent, email) => ({ typed: {}, input: { email } }),
    nextFor: (email) => `/forgot-password?email=${encoded(email)}&sent=true`,
  },
  {
    form: '/check-email way=code',
    procedure: 'session.signInWithCode',
    button: 'Sign in',
    addressFor: checkEmail,
    async prepare(app, agent, email) {
      const { code } = await app.requestMail(email, agent);
      return { typed: { code }, input: { email, code, callbackUrl: CALLBACK } };
    },
    nextFor: () => CALLBACK,
  },
  {
    form: '/check-email way=resend',
    procedure: 'session.requestLink',
    button: 'Send it again',
    addressFor: checkEmail,
    prepare: (_app, _agent, email) => ({ typed: {}, input: { email, callbackUrl: CALLBACK } }),
    nextFor: checkEmail,
  },
  {
    form: '/sign-in/phone',
    procedure: 'session.requestPhoneCode',
    button: 'Send a code',
    addressFor: () => `/sign-in/phone?callbackUrl=${CALLBACK}`,
    prepare(_app, _agent, email) {
      const number = numberOf(email).replace('+49', '0');
      return { typed: { number, country: 'DE' }, input: { phone: number, country: 'DE' } };
    },
    nextFor: checkPhone,
  },
  {
    form: '/sign-in/phone way=code',
    procedure: 'session.signInWithPhoneCode',
    button: 'Sign in',
    addressFor: checkPhone,
    async prepare(app, agent, email) {
      const phone = numberOf(email);
      await verifyNumber(app, await app.signInByMail(email), phone);
      await app.resetLimits();
      app.phonebox.clear();
      await app.client(agent).session.requestPhoneCode.mutate({ phone });
      await vi.waitUntil(() => app.phonebox.messages.length > 0);
      const code = app.phonebox.codeTo(phone);
      return { typed: { code }, input: { phone, code, callbackUrl: CALLBACK } };
    },
    nextFor: () => CALLBACK,
  },
  {
    form: '/sign-in/phone way=resend',
    procedure: 'session.requestPhoneCode',
    button: 'Send it again',
    addressFor: checkPhone,
    prepare: (_app, _agent, email) => ({ typed: {}, input: { phone: numberOf(email) } }),
    nextFor: checkPhone,
  },
  {
    form: '/second-factor way=code',
    procedure: 'session.completeSignIn',
    button: 'Sign in',
    addressFor: () => '/second-factor',
    async prepare(app, agent, email) {
      const { authenticator } = await waitForSecondFactor(app, agent, email);
      const code = authenticator.code();
      return { typed: { code }, input: { code } };
    },
    nextFor: () => CALLBACK,
  },
  {
    form: '/second-factor way=recovery-code',
    procedure: 'session.completeSignIn',
    button: 'Use this code',
    addressFor: () => '/second-factor',
    async prepare(app, agent, email) {
      const { recoveryCodes } = await waitForSecondFactor(app, agent, email);
      const [recoveryCode = ''] = recoveryCodes;
      return { typed: { recoveryCode }, input: { recoveryCode } };
    },
    nextFor: () => CALLBACK,
  },
];

/** A person with an authenticator app, who gave the password in this browser. */
async function waitForSecondFactor(app: TestApp, agent: HttpAgent, email: string) {
  const owner = await signUpWithPassword(app, email);
  const added = await addAuthenticator(app, owner);
  waitForNextCode(app);
  await app.client(agent).password.signIn.mutate({ email, password: PASSWORD, callbackUrl: CALLBACK });
  return added;
}
