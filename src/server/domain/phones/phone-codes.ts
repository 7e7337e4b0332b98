import { setTimeout as pause } from 'node:timers/promises';
import type { NumberType } from 'libphonenumber-js/max';
import { makeIssue, type IssueKey } from '../../../shared/issues.ts';
import type { Locale } from '../../../shared/locale.ts';
import { parsePhone, type Phone } from '../../../shared/phone.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Settings } from '../../settings/settings.ts';
import { codeText, type CodePurpose } from '../../sms/code-text.ts';
import { SmsRefusedError } from '../../sms/sms.ts';
import type { Caller, KnownCaller } from '../limits/callers.ts';
import { checkAll, addressKey, networkKey, type RateCount } from '../limits/rate-limits.ts';

/** Without its last digits, a number is counted by its range. */
const SMS_PREFIX_OPEN_DIGITS = 4;
/** The pauses are short, because a person waits. */
const SMS_RETRY_PAUSES_MS = [200, 800] as const;

export interface TypedPhone {
  readonly phone: string;
  /** ISO 3166-1 alpha-2, for a number without `+`. */
  readonly country?: string | undefined;
}

/** These cost the sender extra (ASVS 2.4.1), or belong to no single person. */
const REFUSED_KINDS: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/** Also checks that messages may go to the number. Throws one of `PHONE_INPUT_ERRORS`. */
export async function readPhone(
  settings: Pick<Settings, 'phoneCountries'>,
  typed: TypedPhone,
): Promise<Phone> {
  const parsed = parsePhone(typed.phone, typed.country);
  if (!parsed.ok) throw phoneError(parsed.fault);
  const { phone } = parsed;
  if (phone.extension !== null) {
    throw phoneError('PHONE_NOT_ALLOWED', 'phone-extension');
  }
  const { phoneCountries } = settings;
  if (phoneCountries !== null && (phone.country === null || !phoneCountries.includes(phone.country))) {
    throw phoneError('PHONE_NOT_ALLOWED', 'phone-country-not-allowed');
  }
  // Only the full metadata know kinds. The first number loads them, so that the start is fast.
  const { parsePhoneNumberWithError } = await import('libphonenumber-js/max');
  const full = parsePhoneNumberWithError(phone.e164);
  // A number may match the country's general pattern and be in a range that is not in use.
  if (!full.isValid()) throw phoneError('PHONE_NOT_A_NUMBER');
  if (REFUSED_KINDS.has(full.getType())) throw phoneError('PHONE_NOT_ALLOWED');
  return phone;
}

export const PHONE_INPUT_ERRORS = [
  'PHONE_TOO_SHORT',
  'PHONE_TOO_LONG',
  'PHONE_NOT_A_NUMBER',
  'PHONE_INVALID_COUNTRY',
  'PHONE_NOT_ALLOWED',
] as const;

const PHONE_ISSUES: Readonly<Record<(typeof PHONE_INPUT_ERRORS)[number], IssueKey>> = {
  PHONE_TOO_SHORT: 'phone-too-short',
  PHONE_TOO_LONG: 'phone-too-long',
  PHONE_NOT_A_NUMBER: 'phone-not-a-number',
  PHONE_INVALID_COUNTRY: 'phone-country-unknown',
  PHONE_NOT_ALLOWED: 'phone-not-allowed',
};

function phoneError(code: keyof typeof PHONE_ISSUES, key: IssueKey = PHONE_ISSUES[code]): AppError {
  return new AppError(code, { issues: [makeIssue('phone', key)] });
}

/** Unknown callers use `text`. */
type TextRule =
  | { readonly rule: 'text'; readonly caller: Caller }
  | { readonly rule: 'text-to-new-number' | 'text-to-own-number'; readonly caller: KnownCaller };

/**
 * Counts a message before any other work. `isSent: false`: no message will be sent. The limits refuse in the
 * same way, so that the answers do not differ, but the counters of the number range and of everybody do not
 * count it. Throws `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`.
 */
export async function limitTexts(
  deps: Pick<Dependencies, 'rateLimits' | 'unknownCallers'>,
  input: TextRule & { e164: string; requestContext: RequestContext; isSent?: boolean },
): Promise<void> {
  const { rule, e164, isSent = true } = input;
  const callerCounts =
    input.rule === 'text' ? countsOfUnknownCaller(e164, input.requestContext) : countsOfKnown(input);
  const messageCounts: RateCount[] = [
    [rule, 'prefix', e164.slice(0, -SMS_PREFIX_OPEN_DIGITS)],
    [rule, 'everybody', 'all'],
  ];
  const codeCounts: RateCount[] = rule === 'text' ? [['code', 'recipient', e164]] : [];
  await checkAll(deps, [...codeCounts, ...callerCounts, ...messageCounts]);
  const act =
    rule === 'text'
      ? [
          await deps.unknownCallers.admit({
            action: 'text',
            subject: e164,
            requestContext: input.requestContext,
          }),
        ]
      : [];
  await deps.rateLimits.consumeAll(isSent ? [...callerCounts, ...messageCounts] : callerCounts, act);
}

function countsOfUnknownCaller(e164: string, requestContext: RequestContext): RateCount[] {
  return [
    ['text', 'recipient', e164],
    ['text', 'ip', addressKey(requestContext.ip)],
    ['text', 'network', networkKey(requestContext.ip)],
  ];
}

function countsOfKnown(input: {
  rule: 'text-to-new-number' | 'text-to-own-number';
  caller: KnownCaller;
  e164: string;
  requestContext: RequestContext;
}): RateCount[] {
  const { rule, e164, caller, requestContext } = input;
  return [
    ['text', 'browser', caller.key],
    ['text', 'user', caller.userId],
    ...(rule === 'text-to-new-number' ? [[rule, 'ip', addressKey(requestContext.ip)] as const] : []),
    [rule, 'recipient', e164],
  ];
}

/** Tries again when the provider fails. Throws `PHONE_SEND_FAILED`. */
export async function sendCode(
  deps: Pick<Dependencies, 'sms' | 'settings' | 'log'>,
  input: { e164: string; code: string; purpose: CodePurpose; locale: Locale },
): Promise<void> {
  const { e164 } = input;
  const text = codeText({ ...input, settings: deps.settings });
  const pauses: readonly number[] = SMS_RETRY_PAUSES_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.sms.send({ to: e164, text });
    } catch (error) {
      const wait = error instanceof SmsRefusedError ? undefined : pauses[attempt - 1];
      if (wait === undefined) {
        deps.log.error({ err: error, attempt }, 'text message not sent');
        throw new AppError('PHONE_SEND_FAILED', { cause: error });
      }
      deps.log.warn({ err: error, attempt }, 'text message not sent, will be tried again');
      await pause(wait);
    }
  }
}
