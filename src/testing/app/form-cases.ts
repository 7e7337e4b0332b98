import type { HttpAgent } from './http-agent.ts';
import { PASSWORD, signUpWithPassword } from './passwords.ts';
import type { TestApp } from './test-app.ts';

/** A form of a signed-out page, and the procedure that the page's script calls instead. */
export interface FormCase {
  /** The `action` of the form and the value of its button. */
  readonly form: string;
  readonly procedure: string;
  readonly button: string;
  /** The address of the form's page. */
  readonly addressFor: (email: string) => string;
  /** Makes the form succeed in this browser. Returns what the person types, and the procedure's input. */
  readonly prepare: (
    app: TestApp,
    agent: HttpAgent,
    email: string,
  ) => Promise<{ readonly typed: Record<string, string>; readonly input: Record<string, unknown> }>;
  /** Where a success leads. */
  readonly nextFor: (email: string) => string;
  /** The fields of the form that a failed form's page must not have in it. */
  readonly secrets: readonly string[];
}

const CALLBACK = '/account/devices';
const encoded = encodeURIComponent;
const checkEmail = (email: string) => `/check-email?email=${encoded(email)}&callbackUrl=${encoded(CALLBACK)}`;

/** Every form of the signed-out pages with a procedure. `signed-out-form-parity.test.ts` fails when one is missing. */
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
    secrets: ['password'],
  },
  {
    form: '/sign-in way=link',
    procedure: 'session.requestLink',
    button: 'Email me a link',
    addressFor: () => `/sign-in?callbackUrl=${CALLBACK}`,
    prepare: (_app, _agent, email) =>
      Promise.resolve({ typed: { email }, input: { email, callbackUrl: CALLBACK } }),
    nextFor: checkEmail,
    secrets: ['password'],
  },
  {
    form: '/sign-up',
    procedure: 'password.signUp',
    button: 'Create account',
    addressFor: () => `/sign-up?callbackUrl=${CALLBACK}`,
    prepare(_app, _agent, email) {
      const typed = { name: 'Ada Lovelace', email, password: PASSWORD };
      return Promise.resolve({ typed, input: { ...typed, callbackUrl: CALLBACK } });
    },
    nextFor: (email) => `${checkEmail(email)}&isSignUp=true`,
    secrets: ['password'],
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
    secrets: [],
  },
  {
    form: '/forgot-password way=resend',
    procedure: 'password.requestReset',
    button: 'Send it again',
    addressFor: (email) => `/forgot-password?email=${encoded(email)}&sent=true`,
    prepare: (_app, _agent, email) => Promise.resolve({ typed: {}, input: { email } }),
    nextFor: (email) => `/forgot-password?email=${encoded(email)}&sent=true`,
    secrets: [],
  },
  {
    form: '/check-email way=code',
    procedure: 'session.signInWithCode',
    button: 'Sign in',
    addressFor: checkEmail,
    async prepare(app, agent, email) {
      await app.client(agent).session.requestLink.mutate({ email });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return { typed: { code }, input: { email, code, callbackUrl: CALLBACK } };
    },
    nextFor: () => CALLBACK,
    secrets: ['code'],
  },
  {
    form: '/check-email way=resend',
    procedure: 'session.requestLink',
    button: 'Send it again',
    addressFor: checkEmail,
    prepare: (_app, _agent, email) => Promise.resolve({ typed: {}, input: { email, callbackUrl: CALLBACK } }),
    nextFor: checkEmail,
    secrets: [],
  },
];
