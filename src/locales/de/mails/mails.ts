import { addressMails } from './address-mails.ts';
import { plural } from '../plural.ts';
import { security } from './security-mails.ts';
import { webhookMails } from './webhook-mails.ts';
import type { MailTexts } from '../../texts.ts';

const IGNORE_SIGN_IN =
  'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Link oder den Code kann sich niemand anmelden.';

export const mails: MailTexts = {
  security,
  ...addressMails,
  ...webhookMails,

  facts: {
    when: (at) => `Wann: ${at}`,
    where: (place) => `Wo: ${place}`,
    how: (method) => `Wie: ${method}`,
    place: (device, ip) => `${device}, ${ip}`,
    deviceOn: (browser, system) => `${browser} unter ${system}`,
  },
  additions: {
    lead: 'Das wurde in den 30 Tagen vor dem Zurücksetzen oder danach hinzugefügt:',
    connection: (provider, label, at) => `${provider} (${label}), ${at}`,
    phone: (digits, at) => `die Telefonnummer, die auf ${digits} endet, ${at}`,
    passkey: (name, at) => `der Passkey „${name}“, ${at}`,
  },
  methods: {
    'email-link': 'Link in einer E-Mail',
    'email-code': 'Code in einer E-Mail',
    'phone-code': 'Code in einer SMS',
    password: 'Passwort',
    passkey: 'Passkey',
    totp: 'Code einer Authenticator-App',
    'recovery-code': 'Wiederherstellungscode',
    email: 'E-Mail',
    phone: 'SMS',
  },
  dateLocale: 'de-DE',
  buttons: {
    activity: 'Aktivität ansehen',
    checkAccount: 'Konto prüfen',
    stopRemoval: 'Entfernung aufhalten',
    acceptInvitation: 'Anmelden',
    devices: 'Geräte ansehen',
    choosePassword: 'Neues Passwort wählen',
    goTo: (name) => `Zu ${name}`,
  },

  orAddress: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  requestedFrom: (place, at) => `Angefordert von ${place}, ${at}.`,
  requestedAt: (at) => `Angefordert am ${at}.`,
  footer: {
    reasons: {
      entered: (host) => `Sie erhalten diese E-Mail, weil jemand diese Adresse bei ${host} eingegeben hat.`,
      account: (host) => `Sie erhalten diese E-Mail, weil dies die Adresse eines Kontos bei ${host} ist.`,
      formerAccount: (host) =>
        `Sie erhalten diese E-Mail, weil dies die Adresse eines Kontos bei ${host} war.`,
    },
    openApp: (name) => `${name} öffnen`,
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    support: 'Hilfe',
  },

  linkAndCode: {
    enterCode: 'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben:',
    open: 'Öffnen Sie diesen Link und drücken Sie dort auf die Schaltfläche:',
    orOpen: 'Oder öffnen Sie diesen Link und drücken Sie dort auf die Schaltfläche:',
    noCode:
      'Diese E-Mail enthält keinen Code, weil heute zu oft falsche Codes für diese Adresse eingegeben wurden. Der Link funktioniert in jedem Browser.',
    validity: (hours) =>
      plural(hours, {
        one: `Diese E-Mail gilt einmal, ${hours} Stunde lang.`,
        other: `Diese E-Mail gilt einmal, ${hours} Stunden lang.`,
      }),
  },
  signIn: {
    title: (name) => `Bei ${name} anmelden`,
    lead: null,
    button: 'Anmelden',
    ignore: IGNORE_SIGN_IN,
  },
  signInAndConnect: {
    title: (name, provider) => `Bei ${name} anmelden und ${provider} verbinden`,
    lead: (_name, provider) =>
      `Die Seite, auf der Sie diese E-Mail angefordert haben, zeigt ein Konto bei ${provider}. Wenn Sie dort auf „Verbinden“ drücken, können Sie sich künftig damit bei Ihrem Konto hier anmelden. Verwenden Sie den Code nur, wenn Sie das Konto bei ${provider} kennen und es Ihnen gehört.`,
    button: 'Anmelden',
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Link oder den Code kann sich niemand anmelden, und nichts wird verbunden.',
  },
  signUp: {
    title: (name) => `Bestätigen Sie Ihre Adresse für ${name}`,
    lead: (name) =>
      `Jemand, hoffentlich Sie, legt mit dieser Adresse ein Konto bei ${name} an und hat ein Passwort dafür gewählt. Das Passwort bleibt nur erhalten, wenn Sie im selben Browser weitermachen. In einem anderen Browser werden Sie ohne Passwort angemeldet und können dort eines wählen.`,
    button: 'Bestätigen und anmelden',
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Link oder den Code entsteht kein Konto.',
  },
  alreadySignedUp: {
    title: (name) => `Sie haben bereits ein Konto bei ${name}`,
    lead: (name) =>
      `Jemand, hoffentlich Sie, wollte mit Ihrer Adresse ein neues Konto bei ${name} anlegen. Sie haben schon eines, und es wurde nichts geändert: Das eingegebene Passwort ist nicht Ihres. Melden Sie sich mit dieser E-Mail bei Ihrem Konto an; Ihr Passwort finden Sie dort unter den Anmeldemethoden.`,
    button: 'Anmelden',
    ignore: IGNORE_SIGN_IN,
  },
  reauthentication: {
    title: (name) => `Ihr Code für ${name}`,
    enterCode: (minutes) =>
      plural(minutes, {
        one: `Geben Sie diesen Code dort ein, wo Sie bestätigen sollen, dass Sie es sind. Er gilt einmal, ${minutes} Minute lang.`,
        other: `Geben Sie diesen Code dort ein, wo Sie bestätigen sollen, dass Sie es sind. Er gilt einmal, ${minutes} Minuten lang.`,
      }),
    notAsked:
      'Wenn Sie nicht danach gefragt wurden, benutzt jemand ein Gerät, auf dem Sie angemeldet sind: Melden Sie Ihre anderen Geräte ab.',
  },
  passwordReset: {
    title: (name) => `Wählen Sie ein neues Passwort für ${name}`,
    validity: (minutes) =>
      plural(minutes, {
        one: `Der Link gilt einmal, ${minutes} Minute lang. Mit dem neuen Passwort werden Sie überall abgemeldet.`,
        other: `Der Link gilt einmal, ${minutes} Minuten lang. Mit dem neuen Passwort werden Sie überall abgemeldet.`,
      }),
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
  },
  noAccount: {
    title: (name) => `Bei ${name} gibt es kein Konto mit dieser Adresse`,
    sentences: [
      'Jemand wollte für diese Adresse ein neues Passwort wählen, aber es gibt kein Konto mit ihr.',
      'Wenn Sie das waren, haben Sie hier vielleicht eine andere Adresse benutzt. Wenn nicht, ignorieren Sie diese E-Mail.',
    ],
  },

  sms: {
    code: (code, host, purpose) => `${code} ist Ihr Code für ${host}, ${purpose}.`,
    purposes: {
      verify: 'um diese Nummer hinzuzufügen',
      reauthenticate: 'um zu bestätigen, dass Sie es sind',
      'sign-in': 'um sich anzumelden',
    },
    validity: (minutes) =>
      plural(minutes, {
        one: `Er gilt ${minutes} Minute. Sagen Sie ihn niemandem.`,
        other: `Er gilt ${minutes} Minuten. Sagen Sie ihn niemandem.`,
      }),
  },
};
