import { RECOVERY_CODES_FEW } from '../../shared/limits.ts';
import { plural } from './plural.ts';
import type { MailTexts } from '../texts.ts';

const because = (label: string | null) => (label === null ? '' : `, mit dieser Begründung: „${label}“`);

const quoted = (label: string | null) => (label === null ? '' : ` „${label}“`);

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

const IGNORE_SIGN_IN =
  'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Link oder den Code kann sich niemand anmelden.';

export const mails: MailTexts = {
  security: {
    'passkey-added': ({ name, label }) => ({
      title: `Bei ${name} wurde ein Passkey hinzugefügt`,
      what: `Sie können sich jetzt mit dem Passkey${quoted(label)} anmelden. Er braucht kein Passwort und keinen zweiten Schritt.`,
      advice: 'Wenn Sie das nicht waren, entfernen Sie ihn und melden Sie Ihre anderen Geräte ab.',
    }),
    'passkey-removed': ({ name, label }) => ({
      title: `Bei ${name} wurde ein Passkey entfernt`,
      what: `Mit dem Passkey${quoted(label)} kann sich niemand mehr bei Ihrem Konto anmelden.`,
      advice:
        'Wenn Sie das nicht waren, melden Sie sich mit einer anderen Methode an und sehen Sie nach, was sich sonst geändert hat.',
    }),
    'authenticator-app-added': ({ name, label }) => ({
      title: `Bei ${name} wurde eine Authenticator-App hinzugefügt`,
      what: `Die Authenticator-App${quoted(label)} wurde hinzugefügt. Wenn Sie sich anmelden, fragen wir nach einem zweiten Schritt.`,
      advice: 'Wenn Sie das nicht waren, entfernen Sie sie und melden Sie Ihre anderen Geräte ab.',
    }),
    'authenticator-app-removed': ({ name, label }) => ({
      title: `Bei ${name} wurde eine Authenticator-App entfernt`,
      what: `Die Codes der Authenticator-App${quoted(label)} gelten nicht mehr. Wenn Sie keine andere Authenticator-App haben, braucht die Anmeldung nur einen Schritt.`,
      advice: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie Ihre anderen Geräte ab.',
    }),
    'recovery-codes-created': ({ name }) => ({
      // In a heading, the usual word is wider than a phone.
      title: `Neue Codes zur Wiederherstellung bei ${name}`,
      what: 'Es gibt zehn neue Wiederherstellungscodes für Ihr Konto. Frühere gelten nicht mehr.',
      advice:
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
    }),
    'recovery-code-used': ({ name, label }) => {
      const count = Number(label);
      const few = 'Erstellen Sie bald neue und bewahren Sie sie sicher auf.';
      return {
        title: `Bei ${name} wurde ein Code zur Wiederherstellung benutzt`,
        what: [
          'Jemand hat als zweiten Schritt einen Ihrer Wiederherstellungscodes angegeben.',
          plural(count, { one: 'Ein Code ist übrig.', other: `${count} Codes sind übrig.` }),
          ...(count <= RECOVERY_CODES_FEW ? [few] : []),
        ].join(' '),
        advice:
          'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie danach neue Wiederherstellungscodes.',
      };
    },
    'first-factor-passed': ({ name }) => ({
      title: `Jemand hat bei ${name} den ersten Schritt einer Anmeldung bestanden`,
      what: 'Jemand hat Ihr Passwort angegeben oder einen anderen ersten Schritt bestanden, aber nicht den zweiten. Deshalb wurde niemand angemeldet.',
      advice:
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort oder kann Ihre E-Mails lesen: Ändern Sie Ihr Passwort. Wenn Sie selbst abgebrochen haben, ist nichts zu tun.',
    }),
    'second-factor-removal-requested': ({ name, label }) => ({
      title: `Die Bestätigung in zwei Schritten wird bei ${name} ausgeschaltet`,
      what: `Der Betreiber der Website wurde gebeten, den zweiten Schritt von Ihrem Konto zu entfernen${
        label === null ? '' : `. Der Grund: „${label}“`
      }. In 24 Stunden werden Ihre Authenticator-Apps, Wiederherstellungscodes und vertrauten Browser entfernt. Ihre Passkeys bleiben, außer wenn diese Website von allen einen zweiten Schritt verlangt: Dann werden auch sie entfernt.`,
      advice:
        'Wenn Sie nicht darum gebeten haben, halten Sie es innerhalb von 24 Stunden auf: Vielleicht versucht jemand, in Ihr Konto zu kommen. Die Seite fragt Sie vorher. Wenn Sie darum gebeten haben, ist nichts zu tun.',
    }),
    'second-factor-removal-stopped': ({ name }) => ({
      title: `Die Bestätigung in zwei Schritten bleibt bei ${name} eingeschaltet`,
      what: 'Der Betreiber wollte den zweiten Schritt von Ihrem Konto entfernen. Das wurde aufgehalten. Es wurde nichts entfernt.',
      advice:
        'Wenn Sie Ihren zweiten Schritt verloren und das nicht aufgehalten haben, schreiben Sie den Betreibern der Website.',
    }),
    'second-factor-removed': ({ name, label }) => ({
      title: `Die Bestätigung in zwei Schritten wurde bei ${name} ausgeschaltet`,
      what: `Alle Authenticator-Apps, Wiederherstellungscodes und vertrauten Browser wurden von Ihrem Konto entfernt. ${
        label === null ? 'Ihre Passkeys gelten weiter.' : `Auch diese Passkeys wurden entfernt: ${label}.`
      }`,
      advice:
        'Melden Sie sich an und richten Sie sie neu ein. Wenn Sie das nicht erwartet haben, ändern Sie auch Ihr Passwort.',
    }),
    'account-created': ({ name }) => ({
      title: `Sie sind zu ${name} eingeladen`,
      what: 'Für diese Adresse wurde ein Konto angelegt. Die Schaltfläche meldet Sie zum ersten Mal an. Sie funktioniert einmal, innerhalb von sieben Tagen.',
      advice: 'Wenn Sie das Konto nicht wollen, tun Sie nichts: Ohne Ihre E-Mail kann niemand es nutzen.',
    }),
    'account-suspended': ({ name, label }) => ({
      title: `Ihr Konto bei ${name} wurde gesperrt`,
      what: `Sie können sich nicht mehr anmelden, und alle Geräte wurden abgemeldet${because(label)}.`,
      advice: 'Wenn Sie das für einen Irrtum halten, schreiben Sie dem Support der Seite.',
    }),
    'account-resumed': ({ name }) => ({
      title: `Ihr Konto bei ${name} ist nicht mehr gesperrt`,
      what: 'Die Sperre wurde aufgehoben, und Sie können sich wieder anmelden.',
      advice: 'Wenn Sie eine Frage haben, schreiben Sie dem Support der Seite.',
    }),
    'roles-changed': ({ name, label }) => ({
      title: `Ihre Rollen bei ${name} wurden geändert`,
      what: label === null ? 'Sie haben jetzt keine Rollen.' : `Ihre Rollen sind jetzt: ${label}.`,
      advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
    }),
    'sessions-ended-by-administrator': ({ name, label }) => ({
      title: `Sie wurden bei ${name} überall abgemeldet`,
      what: `Der Betreiber der Seite hat alle Ihre Geräte abgemeldet${because(label)}. Sie können sich wieder anmelden.`,
      advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
    }),
    'impersonation-started': ({ name, label }) => ({
      title: `Ein Administrator handelt bei ${name} in Ihrem Namen`,
      what: `Ein Administrator der Seite verwendet Ihr Konto, höchstens eine Stunde lang${because(label)}. Er sieht, was Sie sehen, und kann Ihr Konto nicht ändern. In der Liste Ihrer Geräte können Sie ihn abmelden.`,
      advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
    }),
    'sign-in': ({ name }) => ({
      title: `Neue Anmeldung bei ${name}`,
      what: 'Bei Ihrem Konto hat sich jemand auf einem Gerät angemeldet, das bisher nicht dafür benutzt wurde.',
      advice:
        'Wenn Sie das nicht waren, beenden Sie diese Sitzung und prüfen Sie danach Ihre Anmeldemethoden.',
    }),
    'account-linked': ({ name, method, label }) => ({
      title: `${method} wurde bei ${name} verbunden`,
      what: `Sie können sich jetzt mit ${named(method, label)} anmelden.`,
      advice: 'Wenn Sie das nicht waren, entfernen Sie die Verbindung und melden Sie Ihre anderen Geräte ab.',
    }),
    'account-unlinked': ({ name, method, label }) => ({
      title: `${method} wurde bei ${name} entfernt`,
      what: `Mit ${named(method, label)} kann sich niemand mehr bei Ihrem Konto anmelden.`,
      advice:
        'Wenn Sie das nicht waren, melden Sie sich mit einer anderen Methode an und sehen Sie nach, was sich sonst geändert hat.',
    }),
    'password-set': ({ name }) => ({
      title: `Bei ${name} wurde ein Passwort festgelegt`,
      what: 'Sie können sich jetzt mit Ihrer Adresse und einem Passwort anmelden.',
      advice: 'Wenn Sie das nicht waren, entfernen Sie es und melden Sie Ihre anderen Geräte ab.',
    }),
    'password-changed': ({ name }) => ({
      title: `Ihr Passwort bei ${name} wurde geändert`,
      what: 'Ihr Passwort wurde durch ein anderes ersetzt, und alle anderen Geräte wurden abgemeldet.',
      advice: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues: Damit werden alle Geräte abgemeldet.',
    }),
    'password-reset': ({ name }) => ({
      title: `Bei ${name} wurde ein neues Passwort gewählt`,
      what: 'Es wurde über einen Link gewählt, der an diese Adresse ging. Alle Geräte wurden abgemeldet und alle Zugriffstoken widerrufen.',
      advice:
        'Wenn Sie das nicht waren, kann jemand Ihre E-Mails lesen: Wählen Sie zuerst dort ein anderes Passwort, dann hier.',
    }),
    'password-removed': ({ name }) => ({
      title: `Ihr Passwort bei ${name} wurde entfernt`,
      what: 'Sie melden sich über einen Link an diese Adresse oder mit einem verbundenen Konto an.',
      advice: 'Wenn Sie das nicht waren, melden Sie sich an und sehen Sie nach, was sich sonst geändert hat.',
    }),
    'phone-verified': ({ name }) => ({
      title: `Bei ${name} wurde eine Telefonnummer hinzugefügt`,
      what: 'Sie können damit jetzt bestätigen, dass Sie es sind.',
      advice: 'Wenn Sie das nicht waren, entfernen Sie sie und melden Sie Ihre anderen Geräte ab.',
    }),
    'phone-removed': ({ name }) => ({
      title: `Ihre Telefonnummer bei ${name} wurde entfernt`,
      what: 'Sie gehört nicht mehr zu Ihrem Konto.',
      advice:
        'Wenn Sie das nicht waren, sehen Sie nach, was sich sonst geändert hat, und melden Sie Ihre anderen Geräte ab.',
    }),
    'phone-taken': ({ name, label }) => ({
      title: `Ihre Telefonnummer gehört bei ${name} nicht mehr Ihnen`,
      what: `Jemand anderes hat gezeigt, dass Nachrichten an ${
        label === null ? 'Ihre Nummer' : `die Nummer mit den Endziffern ${label}`
      } bei ihm ankommen. Deshalb wurde sie aus Ihrem Konto entfernt.`,
      advice:
        'Wenn Sie diese Nummer noch haben, bestätigen Sie sie erneut und fragen Sie Ihren Anbieter, ob jemand sie übernommen hat.',
    }),
    'email-added': ({ name }) => ({
      title: `Das ist jetzt Ihre Adresse bei ${name}`,
      what: 'Diese Adresse wurde für Ihr Konto bestätigt. Sie melden sich von nun an mit ihr an, und wir schreiben Ihnen zu Ihrem Konto an diese Adresse.',
      advice: 'Wenn Sie das nicht waren, melden Sie sich an und sehen Sie nach, was sich sonst geändert hat.',
    }),
    'email-changed': ({ name, label }) => ({
      title: `Ihre E-Mail-Adresse bei ${name} wurde geändert`,
      what: `Die Adresse Ihres Kontos ist jetzt ${
        label === null ? 'eine andere' : label
      }. Mit dieser hier kann sich niemand mehr anmelden.`,
      advice:
        'Wenn Sie das nicht waren, machen Sie es innerhalb von sieben Tagen rückgängig: Ihr Konto bekommt diese Adresse zurück, und alle Geräte werden abgemeldet. Die Seite fragt Sie vorher. Wenn Sie es waren, ist nichts zu tun.',
    }),
    'email-change-undone': ({ name, label }) => ({
      title: `Eine Änderung der E-Mail-Adresse bei ${name} wurde rückgängig gemacht`,
      what: `Die Adresse Ihres Kontos ist wieder ${
        label === null ? 'die frühere' : label
      }. Alle Geräte wurden abgemeldet. Das Passwort und alles, was seit der Änderung hinzugekommen ist, wurden entfernt.`,
      advice:
        'Melden Sie sich über einen Link an diese Adresse an und entfernen Sie Anmeldemethoden, die Sie nicht kennen. Wenn jemand anderes Ihre E-Mails lesen kann, wählen Sie zuerst dort ein anderes Passwort.',
    }),
    'client-sign-in': ({ name, label }) => ({
      title: `Neue Anmeldung bei ${label ?? 'einer App'} mit Ihrem Konto bei ${name}`,
      what: `Mit Ihrem Konto hat sich jemand bei ${label ?? 'einer App'} angemeldet. Sie sehen die App bei Ihren Geräten, wo Sie sie abmelden können.`,
      advice: 'Wenn Sie das nicht waren, melden Sie die App ab und prüfen Sie dann Ihre Anmeldemethoden.',
    }),
    'client-token-reused': ({ name, label }) => ({
      title: `${label ?? 'Eine App'} wurde von Ihrem Konto bei ${name} abgemeldet`,
      what: 'Ein altes Token der App wurde noch einmal verwendet. Vielleicht hat es jemand kopiert. Deshalb wurde die App abgemeldet.',
      advice:
        'Melden Sie sich in der App neu an. Wenn das wieder geschieht, prüfen Sie das Gerät, auf dem Sie sie verwenden.',
    }),
    'access-token-created': ({ name, label }) => ({
      title: `Bei ${name} wurde ein Zugriffstoken erstellt`,
      what: `Wer ${
        label === null ? 'das Token' : `das Token „${label}“`
      } hat, kann für Sie handeln, soweit seine Berechtigungen reichen.`,
      advice: 'Wenn Sie das nicht waren, widerrufen Sie es und melden Sie Ihre anderen Geräte ab.',
    }),
    'account-deleted': ({ name }) => ({
      title: `Ihr Konto bei ${name} wurde gelöscht`,
      what: 'Niemand kann sich dort mehr anmelden, und was über Sie gespeichert war, wird entfernt.',
      advice: 'Wenn Sie das nicht waren, schreiben Sie den Betreibern der Website.',
    }),
    'security-review-due': ({ name }) => ({
      title: `Prüfen Sie, was bei ${name} zu Ihrem Konto hinzugefügt wurde`,
      what: 'Ihr Passwort wurde zurückgesetzt, und danach hat sich jemand bei Ihrem Konto angemeldet. Das Zurücksetzen entfernt keine anderen Anmeldemethoden.',
      advice:
        'Prüfen Sie Ihr Konto und entfernen Sie, was Sie nicht kennen: Wer es hinzugefügt hat, kann sich damit anmelden. Behalten Sie, was Ihnen gehört.',
    }),
    'unverified-methods-removed': ({ name }) => ({
      title: `Ihre Adresse bei ${name} ist bestätigt`,
      what: 'Jemand hatte schon ein Konto mit Ihrer Adresse angelegt, die Adresse aber nicht bestätigt. Nun haben Sie sie bestätigt. Deshalb wurden alle früher hinzugefügten Anmeldemethoden und alle Sitzungen entfernt.',
      advice: 'Wenn etwas davon Ihnen gehörte, fügen Sie es wieder hinzu.',
    }),
  },
  confirmEmail: {
    title: (name) => `Bestätigen Sie Ihre Adresse für ${name}`,
    lead: (name) =>
      `Jemand, hoffentlich Sie, möchte diese Adresse für ein Konto bei ${name} verwenden. Der Link wirkt dort, wo Sie bei diesem Konto angemeldet sind; sonst geben Sie den Code dort ein, wo Sie die Adresse angegeben haben.`,
    button: 'Prüfen und bestätigen',
    ignore:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Mit Ihrer Adresse geschieht nichts. Geben Sie den Code niemandem.',
  },
  addressTaken: {
    title: (name) => `Jemand wollte Ihre Adresse bei ${name} verwenden`,
    sentences: [
      'Sie sollte zu einem anderen Konto als Ihrem hinzugefügt werden. Es wurde nichts geändert, und niemand hat erfahren, dass Sie ein Konto haben.',
      'Wenn Sie das waren, melden Sie sich mit dieser Adresse bei ihrem Konto an, oder ändern Sie zuerst dessen Adresse. Wenn nicht, ist nichts zu tun.',
    ],
    button: (name) => `Zu ${name}`,
  },
  undoChange: 'Das war ich nicht, rückgängig machen',
  test: {
    title: (name) => `Eine Testmail von ${name}`,
    lead: (name) =>
      `Mit dieser Mail an die eigene Adresse prüft ein Administrator von ${name}, ob Mails ankommen.`,
    advice: 'Sie ist angekommen. Es ist nichts weiter zu tun.',
    button: 'Verwaltung öffnen',
  },
  webhookDisabled: {
    title: (name) => `Ein Webhook von ${name} wurde abgeschaltet`,
    gone: (host) =>
      `Der Endpunkt bei ${host} hat geantwortet, dass es ihn nicht mehr gibt (HTTP-Status 410).`,
    failing: (host, days) =>
      `Der Endpunkt bei ${host} hat ${days} Tage lang kein Ereignis angenommen, obwohl Foyer es immer wieder versucht hat.`,
    outcome: 'Foyer sendet ihm keine Ereignisse mehr, bis ihn jemand einschaltet.',
    advice:
      'Wenn der Endpunkt wieder arbeitet, schalten Sie ihn ein. Wartende Zustellungen werden dann gesendet. Die Seite des Endpunkts kann auch die Ereignisse der Zwischenzeit erneut senden.',
    button: 'Endpunkt ansehen',
  },
  webhookChanged: {
    title: (name) => `Die Webhooks von ${name} wurden geändert`,
    changes: {
      'webhook-created': (host) => `Ein Endpunkt bei ${host} wurde hinzugefügt. Er empfängt Ereignisse.`,
      'webhook-updated': (host) =>
        `Der Endpunkt bei ${host} wurde geändert: seine Adresse, seine Beschreibung oder seine Arten von Ereignissen.`,
      'webhook-enabled': (host) => `Der Endpunkt bei ${host} wurde eingeschaltet. Er empfängt Ereignisse.`,
      'webhook-disabled': (host) =>
        `Der Endpunkt bei ${host} wurde abgeschaltet. Er empfängt keine Ereignisse mehr.`,
      'webhook-secret-rotated': (host) => `Der Endpunkt bei ${host} hat ein neues Geheimnis bekommen.`,
      'webhook-deleted': (host) => `Der Endpunkt bei ${host} wurde gelöscht.`,
    },
    moved: (from, to) =>
      `Der Endpunkt bei ${from} ist nach ${to} umgezogen. Die Ereignisse gehen jetzt dorthin.`,
    actors: {
      administrator: 'Administrator',
      'service-key': 'Dienstschlüssel',
      server: 'Befehl auf dem Server',
    },
    by: 'Durch',
    named: (name, actor) => `${name} (${actor})`,
    advice:
      'Wenn Sie von dieser Änderung nichts wissen, schalten Sie den Endpunkt ab und sehen Sie im Protokoll nach. Widerrufen Sie dann den Dienstschlüssel, oder melden Sie den Administrator ab.',
    button: 'Endpunkte ansehen',
  },
  facts: {
    when: 'Wann',
    where: 'Wo',
    how: 'Wie',
    line: (label, value) => `${label}: ${value}`,
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
    support: 'Support kontaktieren',
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
