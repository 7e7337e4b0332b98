import { toText } from '../../server/log/log-text.ts';

/** A text as long as a token that is no path, email address or flag. */
const TOKEN = /^[\w.%|~+/=-]{32,}$/;

const ACCESS_TOKEN_OR_SERVICE_KEY = /foyer_(?:pat|sk)_[0-9A-Za-z]{49}/g;
const DEVICE_CODE = /(?<="(?:deviceCode|device_code)":")[\w-]{43}/g;
const REFRESH_TOKEN = /foyer_rt_[\w.-]+/g;
/** An access or ID token of an OAuth client, or a session token. */
const SIGNED_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
/** In the address to which Foyer sends a browser back. */
const AUTHORIZATION_CODE = /(?<=[?&]code=)[\w-]{43}\b/g;
/** In answers of `secondFactor.beginTotp` and `secondFactor.createRecoveryCodes`. */
const TOTP_SECRET = /(?<="secret":")[A-Z2-7]{32}(?=")/g;
const TOTP_ENROLMENT = /(?<="enrolment":")[^"]+/g;
const RECOVERY_CODE = /(?<=")[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}(?=")/g;

/** All secrets that the app under test has sent in cookies, answers and mails. */
export function createIssuedSecrets() {
  const tokens = new Set<string>();
  const codes = new Set<string>();
  return {
    addCookie(value: string): void {
      // The callback URL's cookie is no secret.
      if (TOKEN.test(value) && !value.startsWith('http')) tokens.add(value);
    },
    /** Adds the tokens, keys, codes and secrets in an answer's text or a redirect's address. */
    addAnswer(text: string): void {
      for (const pattern of [
        ACCESS_TOKEN_OR_SERVICE_KEY,
        DEVICE_CODE,
        REFRESH_TOKEN,
        SIGNED_TOKEN,
        AUTHORIZATION_CODE,
        TOTP_SECRET,
        TOTP_ENROLMENT,
        RECOVERY_CODE,
      ]) {
        for (const [secret] of text.matchAll(pattern)) tokens.add(secret);
      }
    },
    /** Adds the link tokens and codes in a mail or text message. */
    addMessage(text: string): void {
      for (const [, token] of text.matchAll(/[?&]token=([\w-]{20,})/g)) if (token) tokens.add(token);
      for (const [code] of text.matchAll(/(?<![\w-])\d{6}(?![\w-])/g)) codes.add(code);
    },
    /** Throws when the log contains a secret, and names its kind. Hashes and ids are allowed. */
    expectNoneIn(logLines: readonly unknown[]): void {
      const asJson = logLines.map((line) => JSON.stringify(line));
      const lines = [...asJson, ...asJson.map(toText)];
      const log = lines.join('\n');
      const leakedTokens = [...tokens].filter(
        (token) => log.includes(token) || log.includes(decodeURIComponent(token)),
      );
      // Many numbers and ids contain six digits, so a code stands alone, in a text. The readable form writes
      // numbers, too, so codes are looked for in the JSON.
      const leakedCodes = [...asJson.join('\n').matchAll(/(?<![\w.:-])\d{6}(?![\w.-])/g)]
        .map(([code]) => code)
        .filter((code) => codes.has(code));
      const [leaked] = [...leakedTokens, ...leakedCodes];
      if (leaked === undefined) return;
      const line = lines.find((each) => each.includes(leaked) || each.includes(decodeURIComponent(leaked)));
      throw new Error(
        `${leakedTokens.length + leakedCodes.length} issued secrets are in the log, the first: ${leaked} in ${line}`,
      );
    },
  };
}
