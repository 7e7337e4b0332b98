import type { PhonePagesTexts } from '../../texts.ts';

export const phonePages: PhonePagesTexts = {
  phoneSignIn: {
    title: 'Mit dem Telefon anmelden',
    intro: 'Wir senden einen Code an die Telefonnummer, die Sie in Ihrem Konto bestätigt haben.',
    country: 'Land',
    chooseCountry: 'Land wählen',
    number: 'Telefonnummer',
    missing: 'Geben Sie Ihre Telefonnummer ein.',
    sendCode: 'Code senden',
    otherWay: 'Anders anmelden',
    codeTitle: 'Sehen Sie auf Ihr Telefon',
    sent: 'Wir haben einen Code an {} gesendet.',
    noMessage: 'Keine Nachricht? Nur eine Nummer, die in einem Konto bestätigt ist, bekommt eine.',
    useAnotherNumber: 'Andere Nummer verwenden',
  },
};
