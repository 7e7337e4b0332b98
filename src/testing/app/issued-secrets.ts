/** Long enough to be a token and not a path, an address or a flag. */
const TOKEN = /^[\w.%|~+/=-]{32,}$/;

const ACCESS_TOKEN = /foyer_pat_[0-9A-Za-z]{49}/g;
const DEVICE_CODE = /(?<="deviceCode":")[\w-]{43}/g;

/** Every secret that the app under test gave out, in cookies, answers and mails, over its whole life. */
export interface IssuedSecrets {
  /** A cookie's value. */
  addCookie(value: string): void;
  /** The text of an answer: the access token or the device code in it. */
  addAnswer(text: string): void;
  /** The text of a mail or text message: the tokens of its links, and its codes. */
  addMessage(text: string): void;
  /** Throws with the kinds of those that stand in the log; only hashes and ids may. */
  expectNoneIn(logLines: readonly unknown[]): void;
}

export function createIssuedSecrets(): IssuedSecrets {
  const tokens = new Set<string>();
  const codes = new Set<string>();
  return {
    addCookie(value) {
      // A callback URL is a cookie too, and no secret.
      if (TOKEN.test(value) && !value.startsWith('http')) tokens.add(value);
    },
    addAnswer(text) {
      for (const [token] of text.matchAll(ACCESS_TOKEN)) tokens.add(token);
      for (const [code] of text.matchAll(DEVICE_CODE)) tokens.add(code);
    },
    addMessage(text) {
      for (const [, token] of text.matchAll(/[?&]token=([\w-]{20,})/g)) if (token) tokens.add(token);
      for (const [code] of text.matchAll(/(?<![\w-])\d{6}(?![\w-])/g)) codes.add(code);
    },
    expectNoneIn(logLines) {
      const log = logLines.map((line) => JSON.stringify(line)).join('\n');
      // Six digits are part of many a number and id; as a value of their own they are a code.
      const leaked = [
        ...[...tokens].filter((token) => log.includes(token) || log.includes(decodeURIComponent(token))),
        ...[...codes].filter((code) => log.includes(`"${code}"`) || log.includes(`code=${code}`)),
      ];
      if (leaked.length > 0)
        throw new Error(`${leaked.length} issued secrets are in the log, the first: ${leaked[0]}`);
    },
  };
}
