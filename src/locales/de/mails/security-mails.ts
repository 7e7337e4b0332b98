import type { SecurityTexts } from '../../security-words.ts';
import { administrationMails } from './administration-mails.ts';
import { secondFactorMails } from './second-factor-mails.ts';

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

export const security: SecurityTexts = {
  ...secondFactorMails,
  ...administrationMails,
  'sign-in': ({ name }) => ({
    title: `Neue Anmeldung bei ${name}`,
    what: 'Bei Ihrem Konto hat sich jemand auf einem Gerät angemeldet, das bisher nicht dafür benutzt wurde.',
    advice: 'Wenn Sie das nicht waren, beenden Sie diese Sitzung und prüfen Sie danach Ihre Anmeldemethoden.',
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
  'unproven-methods-removed': ({ name }) => ({
    title: `Ihre Adresse bei ${name} ist bestätigt`,
    what: 'Jemand hatte schon ein Konto mit Ihrer Adresse angelegt, die Adresse aber nicht bestätigt. Nun haben Sie sie bestätigt. Deshalb wurden alle früher hinzugefügten Anmeldemethoden und alle Sitzungen entfernt.',
    advice: 'Wenn etwas davon Ihnen gehörte, fügen Sie es wieder hinzu.',
  }),
};
