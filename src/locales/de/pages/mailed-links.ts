import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const checkEmail: PageTexts['checkEmail'] = {
  title: 'Sehen Sie in Ihre E-Mails',
  sent: 'Wir haben einen Anmeldelink und einen Code an {} gesendet.',
  thisBrowser: 'Machen Sie in diesem Browser weiter: Ihr Passwort ist nur hier gespeichert.',
};

export const resetPassword: PageTexts['resetPassword'] = {
  title: 'Neues Passwort wählen',
  backToSignIn: 'Zurück zur Anmeldung',
  intro:
    'Wir mailen Ihnen einen Link, mit dem Sie ein neues Passwort wählen. Das geht auch, wenn Sie hier noch nie ein Passwort hatten.',
  mailLink: 'Link per E-Mail senden',
  sent: (minutes) =>
    plural(minutes, {
      one: `Eine Mail ist unterwegs an {}. Ihr Link gilt einmal, ${minutes} Minute lang.`,
      other: `Eine Mail ist unterwegs an {}. Ihr Link gilt einmal, ${minutes} Minuten lang.`,
    }),
  newMail: 'Eine neue Mail ist unterwegs. Der Link in der älteren gilt nicht mehr.',
};
