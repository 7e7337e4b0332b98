import { atBase, type BasePath } from '../../shared/base-path.ts';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import express, { type Express, type Request, type Response } from 'express';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import {
  addressOf,
  readParameters,
  SIGNED_OUT_PATHS,
  type CompletedForm,
} from '../../shared/signed-out-page.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { requestIdOf } from '../http/request.ts';
import { pageContextOf } from '../trpc/context.ts';
import { toFailure } from '../trpc/failure.ts';
import { logFailedCall } from '../trpc/log-failed-call.ts';
import { appRouter } from '../trpc/router.ts';
import {
  addressAfterMail,
  callbackOf,
  textOf,
  textsOf,
  type Caller,
  type Fields,
  type Form,
} from './form.ts';
import { MAILED_LINK_FORMS } from './mailed-link-forms.ts';
import type { SendSignedOutPage } from './signed-out-pages.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** A failed form shows these values again. Passwords and codes are typed again. */
const SHOWN_AGAIN = ['name', 'email', 'country', 'number', 'way'] as const;

/** The account that the form's page shows. */
const consentOf = (fields: Fields): LinkConsent => ({
  id: textOf(fields, 'connectId'),
  provider: textOf(fields, 'connectProvider'),
  providerAccountId: textOf(fields, 'connectAccount'),
});

async function requestLink(caller: Caller, fields: Fields, site: BasePath): Promise<string> {
  const { email } = await caller.session.requestLink({
    email: textOf(fields, 'email'),
    ...callbackOf(fields),
    ...(fields['connectId'] !== undefined && { connect: consentOf(fields) }),
  });
  return addressOf(atBase(site, '/check-email'), {
    email,
    ...callbackOf(fields),
    isSignUp: fields['isSignUp'],
  });
}

const FORMS: Readonly<Record<string, Form>> = {
  '/sign-in': {
    page: 'sign-in',
    procedureOf: ({ way }) => (way === 'link' ? 'session.requestLink' : 'password.signIn'),
    async send(caller, fields, site) {
      if (fields['way'] === 'link') return requestLink(caller, fields, site);
      const { callbackUrl } = await caller.password.signIn({
        ...textsOf(fields, 'email', 'password'),
        ...callbackOf(fields),
      });
      return callbackUrl;
    },
  },
  '/sign-up': {
    page: 'sign-up',
    procedureOf: () => 'password.signUp',
    async send(caller, fields, site) {
      const { email } = await caller.password.signUp({
        ...(textOf(fields, 'name').trim() !== '' && { name: textOf(fields, 'name') }),
        ...textsOf(fields, 'email', 'password'),
        ...callbackOf(fields),
      });
      return addressOf(atBase(site, '/check-email'), { email, ...callbackOf(fields), isSignUp: 'true' });
    },
  },
  '/forgot-password': {
    page: 'forgot-password',
    procedureOf: () => 'password.requestReset',
    async send(caller, fields, site) {
      const { email } = await caller.password.requestReset(textsOf(fields, 'email'));
      return addressOf(atBase(site, '/forgot-password'), { email, sent: 'true' });
    },
  },
  '/check-email': {
    page: 'check-email',
    procedureOf: ({ code }) => (code === undefined ? 'session.requestLink' : 'session.signInWithCode'),
    async send(caller, fields, site) {
      if (fields['code'] === undefined) return requestLink(caller, fields, site);
      const answer = await caller.session.signInWithCode({
        ...textsOf(fields, 'email', 'code'),
        ...callbackOf(fields),
      });
      return addressAfterMail(answer, site);
    },
  },
  '/sign-in/phone': {
    page: 'phone-sign-in',
    procedureOf: ({ code }) =>
      code === undefined ? 'session.requestPhoneCode' : 'session.signInWithPhoneCode',
    async send(caller, fields, site) {
      const { phone: sentTo, code, number, country } = fields;
      if (sentTo !== undefined && code !== undefined) {
        const answer = await caller.session.signInWithPhoneCode({
          phone: sentTo,
          code,
          ...callbackOf(fields),
        });
        return answer.callbackUrl;
      }
      const typed = { phone: number ?? '', ...(country ? { country } : {}) };
      const { international: phone } = await caller.session.requestPhoneCode(
        sentTo === undefined ? typed : { phone: sentTo },
      );
      return addressOf(atBase(site, '/sign-in/phone'), { phone, ...callbackOf(fields) });
    },
  },
  '/confirm-address': {
    page: 'confirm-address',
    procedureOf: ({ way }) => (way === 'deny' ? 'accounts.denyLink' : 'session.continueWithoutAddress'),
    async send(caller, fields, site) {
      if (fields['way'] !== 'deny') {
        const { callbackUrl } = await caller.session.continueWithoutAddress(consentOf(fields));
        return callbackUrl;
      }
      const { callbackUrl } = await caller.accounts.denyLink(consentOf(fields));
      return addressOf(atBase(site, '/sign-in'), { callbackUrl });
    },
    // `/confirm-address` shows that another tab decided, or that another account is pending now.
    addressAfter: (error, site) =>
      error.startsWith('LINK_')
        ? atBase(site, '/confirm-address')
        : addressOf(atBase(site, '/sign-in'), { error }),
  },
  '/second-factor': {
    page: 'second-factor',
    procedureOf: () => 'session.completeSignIn',
    async send(caller, fields) {
      const { recoveryCode, trustBrowser } = fields;
      const trust = trustBrowser === 'true' && { trustBrowser: true };
      const { callbackUrl } = await caller.session.completeSignIn(
        recoveryCode === undefined ? { code: textOf(fields, 'code'), ...trust } : { recoveryCode, ...trust },
      );
      return callbackUrl;
    },
    addressAfter: (error, site) =>
      error === 'SIGN_IN_EXPIRED' ? addressOf(atBase(site, '/sign-in'), { error }) : undefined,
  },
  '/sign-out': {
    page: 'sign-out',
    procedureOf: () => 'session.signOut',
    async send(caller, _fields, site) {
      await caller.session.signOut();
      return atBase(site, '/sign-in');
    },
  },
};

/**
 * The forms of the signed-out pages without script (`POST`, urlencoded, same origin). Each one calls the
 * script's procedure, with its limits and errors. A failure shows the page again, with the typed values.
 */
export function mountSignedOutForms(app: Express, deps: AuthDependencies, show: SendSignedOutPage): void {
  const { origin } = deps.settings;
  const readForm = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES });
  for (const [path, form] of Object.entries({ ...FORMS, ...MAILED_LINK_FORMS })) {
    if (path === SIGNED_OUT_PATHS['phone-sign-in'] && !deps.settings.phoneSignIn) continue;
    app.post(path, requireSameOrigin(origin), readForm, (req, res) => answer(req, res, path, form));
  }

  async function answer(req: Request, res: Response, path: string, form: Form): Promise<void> {
    res.set('Cache-Control', 'no-store');
    const fields = readFields(req.body);
    const caller = appRouter.createCaller(pageContextOf(deps, req, res));
    let result: string | CompletedForm;
    try {
      result = await form.send(caller, fields, deps.settings);
    } catch (cause) {
      return showFailure(req, res, { path, form, fields, cause });
    }
    if (typeof result === 'string') return res.redirect(303, result);
    // No redirect: an address with the result would show it to everybody who opens it.
    await show(req, res, form.page, { completedForm: result });
  }

  async function showFailure(
    req: Request,
    res: Response,
    failed: { readonly path: string; readonly form: Form; readonly fields: Fields; readonly cause: unknown },
  ): Promise<void> {
    const { path, form, fields, cause } = failed;
    const error = getTRPCErrorFromUnknown(cause);
    logFailedCall(deps, req, { error, path: form.procedureOf(fields), type: 'mutation' });
    const { code, issues, retryAfter } = toFailure(error);
    const elsewhere = form.addressAfter?.(code, deps.settings);
    if (elsewhere !== undefined) return res.redirect(303, elsewhere);
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
    res.status(ERRORS[code].status);
    // The page after the failure has the parameters of the form's page.
    const { token, isSignUp, phone } = fields;
    const query = new URLSearchParams({
      ...callbackOf(fields),
      email: textOf(fields, 'email'),
      ...(token !== undefined && { token }),
      ...(isSignUp !== undefined && { isSignUp }),
      ...(phone !== undefined && { phone }),
    });
    await show(req, res, form.page, {
      parameters: readParameters(`${path}?${query.toString()}`, callbackSiteOf(deps.settings)),
      failedForm: {
        values: Object.fromEntries(
          SHOWN_AGAIN.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
        ),
        failure: {
          appCode: code,
          requestId: requestIdOf(req),
          ...(issues && { issues }),
          ...(retryAfter !== undefined && { retryAfter }),
        },
      },
    });
  }
}

/** Only texts: a repeated field is a list, which no own form sends. */
function readFields(body: unknown): Fields {
  const entries = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
