import type { IncomingMessage } from 'node:http';
import { Counter, Histogram, Registry } from 'prom-client';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { OWN_METHODS } from '../../shared/schemas/proofs.ts';
import type { OAuthErrorCode } from '../domain/oauth/oauth-error.ts';
import { failureCodesOf } from '../http/request.ts';
import { addGauge } from './gauges.ts';
import { routeOf } from './http-route.ts';
import type { Metrics, SentKind, SignInOutcome } from './metrics.ts';

/** Seconds, from OpenTelemetry's conventions for HTTP. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** OpenTelemetry's conventions call every other method `_OTHER`. */
const METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);
const OWN: ReadonlySet<string> = new Set(OWN_METHODS);
/** Registered or discovered providers. Their ids come from outside, so they are no label values. */
const OTHER_PROVIDER = 'other-provider';

const SIGN_IN_METHODS: ReadonlyMap<string, string> = new Map([
  ['password.signIn', 'password'],
  ['session.confirmLink', 'email-link'],
  ['session.signInWithCode', 'email-code'],
  ['session.signInWithPhoneCode', 'phone-code'],
  ['session.signInWithPasskey', 'passkey'],
  ['session.completeSignIn', 'second-step'],
]);
/** A proof of work is a step of a sign-in, not a failure. */
const NO_FAILURES: ReadonlySet<string> = new Set(['OK', 'PROOF_OF_WORK_REQUIRED']);

/** Failures of the server, not of the caller. */
const SERVER_FAILURES: readonly (ErrorCode | OAuthErrorCode)[] = [
  ...(Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status >= 500),
  'server_error',
];

const SENT_METRICS: Readonly<Record<SentKind, readonly [name: string, help: string]>> = {
  mail: ['foyer_mails_total', 'Attempts to hand a mail to the mail server.'],
  text: ['foyer_text_messages_total', 'Attempts to hand a text message to the gateway.'],
  webhook: [
    'foyer_webhook_requests_total',
    'Requests with a webhook. One without an answer of 200 to 299 has failed.',
  ],
};

interface OpenMetrics extends Metrics {
  readonly registry: Registry;
}

/** @param configuredProviders the provider ids of the settings. Other ids are no label values. */
export function createMetrics(configuredProviders: readonly string[]): OpenMetrics {
  const registry = new Registry();
  const registers = [registry];
  const configured = new Set(configuredProviders);

  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'How long requests took until their answer was sent. Without a status, the client went away first.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const active = new Map<string, number>();
  addGauge(registry, {
    name: 'http_server_active_requests',
    help: 'Requests whose answer is not complete.',
    labelNames: ['http_request_method'] as const,
    collect() {
      for (const [method, count] of active) this.set({ http_request_method: method }, count);
    },
  });
  const procedures = new Counter({
    name: 'foyer_procedure_calls_total',
    help: 'Calls of procedures, by the code of the failure, or OK.',
    labelNames: ['procedure', 'code'] as const,
    registers,
  });
  const failures = new Counter({
    name: 'foyer_failures_total',
    help: 'Failures that were answered, by their code: of procedures, pages, sign-in flows and OAuth.',
    labelNames: ['code'] as const,
    registers,
  });
  const signIns = new Counter({
    name: 'foyer_sign_ins_total',
    help: 'Sign-ins by the method of the first factor. Those with the outcome second-factor wait for the second step.',
    labelNames: ['method', 'outcome'] as const,
    registers,
  });
  const sent = Object.fromEntries(
    Object.entries(SENT_METRICS).map(([kind, [name, help]]) => [
      kind,
      new Counter({ name, help, labelNames: ['outcome'] as const, registers }),
    ]),
  ) as Record<SentKind, Counter<'outcome'>>;
  const breachLookUps = new Counter({
    name: 'foyer_breached_password_lookups_total',
    help: 'Look-ups of passwords in data breaches. With the outcome unknown, the service did not answer in time.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const givenUp = new Counter({
    name: 'foyer_webhook_deliveries_given_up_total',
    help: 'Deliveries of webhooks that this process gave up after their last attempt, without tests.',
    registers,
  });

  // From the beginning, so that an alert sees the first failure as an increase.
  for (const code of SERVER_FAILURES) failures.inc({ code }, 0);
  for (const counter of Object.values(sent))
    for (const outcome of ['sent', 'failed']) counter.inc({ outcome }, 0);
  sent.mail.inc({ outcome: 'refused' }, 0);
  breachLookUps.inc({ outcome: 'unknown' }, 0);

  const isKnown = (method: string) => OWN.has(method) || method === 'second-step' || configured.has(method);
  const signInDecided = (method: string, outcome: SignInOutcome) =>
    signIns.inc({ method: isKnown(method) ? method : OTHER_PROVIDER, outcome });

  return {
    registry,
    beginRequest(req) {
      const started = performance.now();
      const method = methodOf(req);
      active.set(method, (active.get(method) ?? 0) + 1);
      return (res) => {
        active.set(method, (active.get(method) ?? 1) - 1);
        durations.observe(
          {
            http_request_method: method,
            http_route: routeOf(req),
            http_response_status_code: res.writableFinished ? String(res.statusCode) : '',
          },
          (performance.now() - started) / 1000,
        );
        for (const code of failureCodesOf(req)) failures.inc({ code });
      };
    },
    procedureCalled(procedure, code) {
      procedures.inc({ procedure, code });
      const method = SIGN_IN_METHODS.get(procedure);
      if (method !== undefined && !NO_FAILURES.has(code)) signInDecided(method, 'failed');
    },
    signInDecided,
    sent: (kind, outcome) => sent[kind].inc({ outcome }),
    breachedPasswordLookedUp: (outcome) => breachLookUps.inc({ outcome }),
    deliveryGivenUp: () => givenUp.inc(),
  };
}

function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : '_OTHER';
}
