import { router } from './procedures.ts';
import { accessTokensRouter } from './routers/access-tokens.ts';
import { administrationRouter } from './routers/administration.ts';
import { accountsRouter } from './routers/accounts.ts';
import { activityRouter } from './routers/activity.ts';
import { auditRouter } from './routers/audit.ts';
import { authorizationsRouter } from './routers/authorizations.ts';
import { dataRouter } from './routers/data.ts';
import { deviceRouter } from './routers/device.ts';
import { emailRouter } from './routers/email.ts';
import { eventsRouter } from './routers/events.ts';
import { passkeysRouter } from './routers/passkeys.ts';
import { passwordRouter } from './routers/password.ts';
import { phoneRouter } from './routers/phone.ts';
import { profileRouter } from './routers/profile.ts';
import { providersRouter } from './routers/providers.ts';
import { secondFactorRouter } from './routers/second-factor.ts';
import { securityReviewRouter } from './routers/security-review.ts';
import { serviceKeysRouter } from './routers/service-keys.ts';
import { sessionRouter } from './routers/session.ts';
import { usersRouter } from './routers/users.ts';
import { webhooksRouter } from './routers/webhooks.ts';

const routers = {
  session: sessionRouter,
  providers: providersRouter,
  accounts: accountsRouter,
  email: emailRouter,
  password: passwordRouter,
  passkeys: passkeysRouter,
  secondFactor: secondFactorRouter,
  phone: phoneRouter,
  profile: profileRouter,
  accessTokens: accessTokensRouter,
  device: deviceRouter,
  authorizations: authorizationsRouter,
  activity: activityRouter,
  securityReview: securityReviewRouter,
  data: dataRouter,
  users: usersRouter,
  serviceKeys: serviceKeysRouter,
  audit: auditRouter,
  administration: administrationRouter,
  events: eventsRouter,
  webhooks: webhooksRouter,
};

export const appRouter = router(routers);

export type AppRouter = typeof appRouter;

export const ROUTER_SUMMARIES: Readonly<Record<keyof typeof routers, string>> = {
  session: 'Sign-in, and the sessions of a person.',
  providers: 'The identity providers with which a person can sign in.',
  accounts: 'The connections of a person to identity providers.',
  email: 'The email address of a person, and its change.',
  password: 'Passwords: sign-up, sign-in, change and reset.',
  passkeys: 'The passkeys of a person (WebAuthn).',
  secondFactor: 'Two-step verification: authenticator apps, recovery codes and trusted browsers.',
  phone: 'The phone number of a person.',
  profile: 'The name, picture and language of a person.',
  accessTokens:
    'Access tokens, with which scripts call Foyer. A token can list the tokens if it has the scope, and can revoke itself. It creates none and revokes no other.',
  device:
    'The sign-in of a device without a browser, which its person approves in a browser somewhere else (RFC 8628).',
  authorizations:
    'Signing in to a native app: the page that asks the person before the app gets its code (RFC 8252).',
  activity: 'What happened to an account.',
  securityReview: 'The review of an account after a reset of its password.',
  data: 'The export of the data of a person, and the deletion of their account.',
  users: 'People, for applications with a service key and for administrators.',
  serviceKeys: 'The keys of applications, with which they call `users.*`.',
  audit: 'What administrators, service keys and commands on the server did.',
  administration: 'The overview of the console, and the jobs that were given up.',
  events: 'What happened to people, for applications that follow it.',
  webhooks: 'The endpoints to which events are sent, and what was sent.',
};
