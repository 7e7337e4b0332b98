import type { SecurityTexts } from '../../security-words.ts';

const named = (method: string, label: string | null) => (label === null ? method : `${method} (${label})`);

export const security: SecurityTexts = {
  'sign-in': ({ site }) => ({
    title: `Neue Anmeldung bei ${site}`,
    what: 'Bei Ihrem Konto hat sich jemand auf einem Gerät angemeldet, das bisher nicht dafür benutzt wurde.',
    advice: 'Wenn Sie das nicht waren, beenden Sie diese Sitzung und prüfen Sie danach Ihre Anmeldemethoden.',
  }),
  'account-linked': ({ site, method, label }) => ({
    title: `${method} wurde bei ${site} verbunden`,
    what: `Sie können sich jetzt mit ${named(method, label)} anmelden.`,
    advice: 'Wenn Sie das nicht waren, entfernen Sie die Verbindung und melden Sie Ihre anderen Geräte ab.',
  }),
  'account-unlinked': ({ site, method, label }) => ({
    title: `${method} wurde bei ${site} entfernt`,
    what: `Mit ${named(method, label)} kann sich niemand mehr bei Ihrem Konto anmelden.`,
    advice:
      'Wenn Sie das nicht waren, melden Sie sich mit einer anderen Methode an und sehen Sie nach, was sich sonst geändert hat.',
  }),
  'password-set': ({ site }) => ({
    title: `Bei ${site} wurde ein Passwort festgelegt`,
    what: 'Sie können sich jetzt mit Ihrer Adresse und einem Passwort anmelden.',
    advice: 'Wenn Sie das nicht waren, entfernen Sie es und melden Sie Ihre anderen Geräte ab.',
  }),
  'password-changed': ({ site }) => ({
    title: `Ihr Passwort bei ${site} wurde geändert`,
    what: 'Ihr Passwort wurde durch ein anderes ersetzt, und alle anderen Geräte wurden abgemeldet.',
    advice: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues: Damit werden alle Geräte abgemeldet.',
  }),
  'password-reset': ({ site }) => ({
    title: `Bei ${site} wurde ein neues Passwort gewählt`,
    what: 'Es wurde über einen Link gewählt, der an diese Adresse ging. Alle Geräte wurden abgemeldet und alle Zugriffstoken widerrufen.',
    advice:
      'Wenn Sie das nicht waren, kann jemand Ihre E-Mails lesen: Wählen Sie zuerst dort ein anderes Passwort, dann hier.',
  }),
  'password-removed': ({ site }) => ({
    title: `Ihr Passwort bei ${site} wurde entfernt`,
    what: 'Sie melden sich über einen Link an diese Adresse oder mit einem verbundenen Konto an.',
    advice: 'Wenn Sie das nicht waren, melden Sie sich an und sehen Sie nach, was sich sonst geändert hat.',
  }),
  'phone-verified': ({ site }) => ({
    title: `Bei ${site} wurde eine Telefonnummer hinzugefügt`,
    what: 'Sie können damit jetzt bestätigen, dass Sie es sind.',
    advice: 'Wenn Sie das nicht waren, entfernen Sie sie und melden Sie Ihre anderen Geräte ab.',
  }),
  'phone-removed': ({ site }) => ({
    title: `Ihre Telefonnummer bei ${site} wurde entfernt`,
    what: 'Sie gehört nicht mehr zu Ihrem Konto.',
    advice:
      'Wenn Sie das nicht waren, sehen Sie nach, was sich sonst geändert hat, und melden Sie Ihre anderen Geräte ab.',
  }),
  'phone-taken': ({ site, label }) => ({
    title: `Ihre Telefonnummer gehört bei ${site} nicht mehr Ihnen`,
    what: `Jemand anderes hat gezeigt, dass Nachrichten an ${
      label === null ? 'Ihre Nummer' : `die Nummer mit den Endziffern ${label}`
    } bei ihm ankommen. Deshalb wurde sie aus Ihrem Konto entfernt.`,
    advice:
      'Wenn Sie diese Nummer noch haben, bestätigen Sie sie erneut und fragen Sie Ihren Anbieter, ob jemand sie übernommen hat.',
  }),
  'email-added': ({ site }) => ({
    title: `Das ist jetzt Ihre Adresse bei ${site}`,
    what: 'Diese Adresse wurde für Ihr Konto bestätigt. Sie melden sich von nun an mit ihr an, und wir schreiben Ihnen zu Ihrem Konto an diese Adresse.',
    advice: 'Wenn Sie das nicht waren, melden Sie sich an und sehen Sie nach, was sich sonst geändert hat.',
  }),
  'email-changed': ({ site, label }) => ({
    title: `Ihre E-Mail-Adresse bei ${site} wurde geändert`,
    what: `Die Adresse Ihres Kontos ist jetzt ${
      label === null ? 'eine andere' : label
    }. Mit dieser hier kann sich niemand mehr anmelden.`,
    advice:
      'Wenn Sie das nicht waren, machen Sie es innerhalb von sieben Tagen rückgängig: Ihr Konto bekommt diese Adresse zurück, und alle Geräte werden abgemeldet. Die Seite fragt Sie vorher. Wenn Sie es waren, ist nichts zu tun.',
  }),
  'email-change-undone': ({ site, label }) => ({
    title: `Eine Änderung der E-Mail-Adresse bei ${site} wurde rückgängig gemacht`,
    what: `Die Adresse Ihres Kontos ist wieder ${
      label === null ? 'die frühere' : label
    }. Alle Geräte wurden abgemeldet. Das Passwort und alles, was seit der Änderung hinzugekommen ist, wurden entfernt.`,
    advice:
      'Melden Sie sich über einen Link an diese Adresse an und entfernen Sie Anmeldemethoden, die Sie nicht kennen. Wenn jemand anderes Ihre E-Mails lesen kann, wählen Sie zuerst dort ein anderes Passwort.',
  }),
  'access-token-created': ({ site, label }) => ({
    title: `Bei ${site} wurde ein Zugriffstoken erstellt`,
    what: `Wer ${
      label === null ? 'das Token' : `das Token „${label}“`
    } hat, kann für Sie handeln, soweit seine Berechtigungen reichen.`,
    advice: 'Wenn Sie das nicht waren, widerrufen Sie es und melden Sie Ihre anderen Geräte ab.',
  }),
  'account-deleted': ({ site }) => ({
    title: `Ihr Konto bei ${site} wurde gelöscht`,
    what: 'Niemand kann sich dort mehr anmelden, und was über Sie gespeichert war, wird entfernt.',
    advice: 'Wenn Sie das nicht waren, schreiben Sie den Betreibern der Website.',
  }),
  'security-review-due': ({ site }) => ({
    title: `Prüfen Sie, was bei ${site} zu Ihrem Konto hinzugefügt wurde`,
    what: 'Ihr Passwort wurde zurückgesetzt, und danach hat sich jemand bei Ihrem Konto angemeldet. Das Zurücksetzen entfernt keine anderen Anmeldemethoden.',
    advice:
      'Prüfen Sie Ihr Konto und entfernen Sie, was Sie nicht kennen: Wer es hinzugefügt hat, kann sich damit anmelden. Behalten Sie, was Ihnen gehört.',
  }),
  'unproven-methods-removed': ({ site }) => ({
    title: `Ihre Adresse bei ${site} ist bestätigt`,
    what: 'Jemand hatte schon ein Konto mit Ihrer Adresse angelegt, die Adresse aber nicht bestätigt. Nun haben Sie sie bestätigt. Deshalb wurden alle früher hinzugefügten Anmeldemethoden und alle Sitzungen entfernt.',
    advice: 'Wenn etwas davon Ihnen gehörte, fügen Sie es wieder hinzu.',
  }),
};
