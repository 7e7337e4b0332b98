import type { z } from 'zod';
import {
  accessToken,
  createAccessTokenOutput,
  revokeAccessTokenOutput,
} from '../../shared/schemas/access-tokens.ts';
import {
  account,
  linkConsent,
  listAccountsOutput,
  pendingLink,
  signInMethod,
} from '../../shared/schemas/accounts.ts';
import { activity, activityKind, listActivityOutput } from '../../shared/schemas/activity.ts';
import { failedJob } from '../../shared/schemas/administration.ts';
import { auditRow } from '../../shared/schemas/audit.ts';
import { authorizationInput, decideAuthorizationOutput } from '../../shared/schemas/authorizations.ts';
import { brandDraft } from '../../shared/schemas/brand.ts';
import { declaredField, userMethod } from '../../shared/schemas/console.ts';
import { decideDeviceOutput, userCodeInput } from '../../shared/schemas/device-authorization.ts';
import { device } from '../../shared/schemas/device.ts';
import { emailStatus } from '../../shared/schemas/email.ts';
import { foyerEvent } from '../../shared/schemas/events.ts';
import {
  authenticationCredential,
  creationOptions,
  passkey,
  passkeyList,
  registrationCredential,
  requestOptions,
} from '../../shared/schemas/passkeys.ts';
import { passwordStatus } from '../../shared/schemas/password.ts';
import { phone, phoneStatus, setPhoneInput } from '../../shared/schemas/phone.ts';
import { ownField, profile } from '../../shared/schemas/profile.ts';
import { proof } from '../../shared/schemas/proofs.ts';
import { provider, providerMark } from '../../shared/schemas/providers.ts';
import { secondFactorStatus } from '../../shared/schemas/second-factor.ts';
import { addition, securityReview } from '../../shared/schemas/security-review.ts';
import { serviceKey } from '../../shared/schemas/service-keys.ts';
import { listedSession } from '../../shared/schemas/session-list.ts';
import {
  getSessionOutput,
  impersonation,
  navigateOutput,
  pendingSignIn,
  requestLinkOutput,
  session,
  sessionUser,
  signedInOutput,
} from '../../shared/schemas/session.ts';
import { exportedUser, importedUser } from '../../shared/schemas/users-import.ts';
import { person, reasonedInput, suspension, userIdInput } from '../../shared/schemas/users.ts';
import {
  deliveryAttempt,
  deliveryDetails,
  deliveryInput,
  replayWebhookOutput,
  webhookEndpoint,
  webhookIdInput,
  webhookWithSecret,
} from '../../shared/schemas/webhooks.ts';

/** Parts of answers, and answers that several procedures share. Other answers are named after theirs. */
export const NAMED_ANSWERS: Readonly<Record<string, z.ZodType>> = {
  AccessToken: accessToken,
  Account: account,
  AccountList: listAccountsOutput,
  Activity: activity,
  ActivityKind: activityKind,
  ActivityPage: listActivityOutput,
  AuditEntry: auditRow,
  AuthorizationDecision: decideAuthorizationOutput,
  DeclaredField: declaredField,
  Device: device,
  DeviceDecision: decideDeviceOutput,
  EmailStatus: emailStatus,
  ExportedUser: exportedUser,
  FailedJob: failedJob,
  FoyerEvent: foyerEvent,
  IdentityProvider: provider,
  Impersonation: impersonation,
  ListedSession: listedSession,
  Navigation: navigateOutput,
  NewAccessToken: createAccessTokenOutput,
  OwnField: ownField,
  Passkey: passkey,
  PasskeyCreationOptions: creationOptions,
  PasskeyList: passkeyList,
  PasskeyRequestOptions: requestOptions,
  PasswordStatus: passwordStatus,
  PendingLink: pendingLink,
  PendingSignIn: pendingSignIn,
  User: person,
  Phone: phone,
  PhoneStatus: phoneStatus,
  Profile: profile,
  Proof: proof,
  ProviderMark: providerMark,
  RevokedAccessToken: revokeAccessTokenOutput,
  ScheduledReplay: replayWebhookOutput,
  SecondFactorStatus: secondFactorStatus,
  SecurityReview: securityReview,
  SecurityReviewAddition: addition,
  SentLink: requestLinkOutput,
  ServiceKey: serviceKey,
  Session: session,
  SessionOrNull: getSessionOutput,
  SessionUser: sessionUser,
  SignInMethod: signInMethod,
  SignInResult: signedInOutput,
  Suspension: suspension,
  UserMethod: userMethod,
  WebhookAttempt: deliveryAttempt,
  WebhookDeliveryDetails: deliveryDetails,
  WebhookEndpoint: webhookEndpoint,
  WebhookWithSecret: webhookWithSecret,
};

/** Every name ends in `Input`, because an answer may have the same shape in another strictness. */
export const NAMED_INPUTS: Readonly<Record<string, z.ZodType>> = {
  AuthorizationInput: authorizationInput,
  BrandDraftInput: brandDraft,
  DeliveryIdInput: deliveryInput,
  ImportedUserInput: importedUser,
  LinkConsentInput: linkConsent,
  PasskeyAuthenticationInput: authenticationCredential,
  PasskeyRegistrationInput: registrationCredential,
  PhoneNumberInput: setPhoneInput,
  ReasonedUserInput: reasonedInput,
  UserCodeInput: userCodeInput,
  UserIdInput: userIdInput,
  WebhookIdInput: webhookIdInput,
};
