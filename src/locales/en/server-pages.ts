import { NEXT_STEPS, type ErrorWords, type NextStep } from '../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { firstPage } from './pages/first-page.ts';

const { failures } = firstPage;

/** The server's own pages: refusals, and the page that leads to an identity provider. */
export const serverPages = {
  wordsOf: (code: ErrorCode): ErrorWords => ERRORS[code],
  labelOf: (step: NextStep): string => NEXT_STEPS[step].label,
  details: failures.details,
  code: failures.code,
  request: failures.request,
  inAMoment: failures.inAMoment,
  otherAddress: 'Open this address instead:',
  onTheWay: 'Continue to sign in',
  /** Below the sign-in page of the demo. The command follows. */
  noAdministrator: 'This demo has no administrator yet. Sign in, then make yourself one with this command:',
  authenticatorApp: 'Authenticator app',
  /** Development only. */
  mailGallery: {
    title: 'Mails',
    language: 'Language',
    light: 'Light',
    dark: 'Dark',
    /** As `Dark, 360 px wide`. */
    frame: (scheme: string, width: number) => `${scheme}, ${width} px wide`,
    plainText: 'Plain text',
  },
};
