import { RECOVERY_CODE_LENGTH } from '../../../shared/recovery-code.ts';
import { TRUSTED_BROWSER_MAX_AGE_MS } from '../../../shared/limits.ts';
import { plural } from '../plural.ts';
import type { SecondStepPagesTexts } from '../../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const secondStepPages: SecondStepPagesTexts = {
  secondStep: {
    title: 'Bestätigung in zwei Schritten',
    intro: {
      totp: 'Geben Sie den Code ein, den Ihre Authenticator-App gerade anzeigt.',
      passkey: 'Verwenden Sie für den zweiten Schritt Ihren Passkey.',
      'recovery-code': 'Geben Sie einen Ihrer Wiederherstellungscodes ein.',
    },
    code: 'Code aus Ihrer Authenticator-App',
    usePasskey: 'Passkey verwenden',
    passkeyUnsupported:
      'Dieser Browser kann Ihren Passkey nicht verwenden. Melden Sie sich mit einem Browser oder Gerät an, das es kann.',
    passkeyCancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    useRecoveryCode: 'Wiederherstellungscode verwenden',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHint:
      'Sie haben diese Codes beim Einrichten der Bestätigung in zwei Schritten gespeichert. Jeder von ihnen gilt einmal.',
    recoveryCodeIncomplete: `Ein Wiederherstellungscode hat ${RECOVERY_CODE_LENGTH} Buchstaben und Ziffern.`,
    sendRecoveryCode: 'Diesen Code verwenden',
    trustBrowser: `In diesem Browser ${TRUSTED_BROWSER_MAX_AGE_MS / DAY_MS} Tage lang nicht fragen`,
    triesLeft: (count) =>
      plural(count, { one: 'Sie haben noch einen Versuch.', other: `Sie haben noch ${count} Versuche.` }),
    verify: 'Bestätigen',
    otherAccount: 'Anders anmelden',
  },
};
