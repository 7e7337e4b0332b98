import { RECOVERY_CODE_LENGTH } from '../../../shared/recovery-code.ts';
import { TRUSTED_BROWSER_MAX_AGE_MS } from '../../../shared/limits.ts';
import { plural } from '../plural.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const secondStepPages = {
  /** The second step of a sign-in, and of "Verify it's you". */
  secondStep: {
    title: 'Two-step verification',
    intro: {
      totp: 'Enter the code that your authenticator app shows now.',
      passkey: 'Use your passkey for the second step.',
      'recovery-code': 'Enter one of your recovery codes.',
    },
    code: 'Code from your authenticator app',
    usePasskey: 'Use a passkey',
    passkeyUnsupported: 'This browser cannot use your passkey. Sign in with a browser or a device that can.',
    passkeyCancelled: 'No passkey was used. Try again, or choose another way.',
    useRecoveryCode: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'You saved these codes when you set up two-step verification. Each of them works once.',
    recoveryCodeIncomplete: `A recovery code has ${RECOVERY_CODE_LENGTH} letters and digits.`,
    sendRecoveryCode: 'Use this code',
    trustBrowser: `Do not ask in this browser for ${TRUSTED_BROWSER_MAX_AGE_MS / DAY_MS} days`,
    triesLeft: (count: number) =>
      plural(count, { one: 'You have one try left.', other: `You have ${count} tries left.` }),
    verify: 'Verify',
    otherAccount: 'Sign in another way',
  },
};
