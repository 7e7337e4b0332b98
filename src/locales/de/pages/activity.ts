import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import type { ActivityFacts } from '../../en/pages/activity.ts';
import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

const withMethod = (method: string | null) => (method === null ? '' : ` mit ${method}`);
const named = (label: string | null) => (label === null ? '' : `: ${label}`);
const ending = (digits: string | null) => (digits === null ? '' : ` mit den letzten Ziffern ${digits}`);

const events: Readonly<Record<Activity['kind'], (facts: ActivityFacts) => string>> = {
  'sign-in': ({ method }) => `Anmeldung${withMethod(method)}`,
  'sign-in-failed': ({ method, count }) =>
    plural(count, {
      one: `Anmeldeversuch${withMethod(method)} fehlgeschlagen`,
      other: `${count} Anmeldeversuche${withMethod(method)} innerhalb einer Stunde fehlgeschlagen`,
    }),
  'sign-out': () => 'Abmeldung',
  're-authentication': ({ method }) => `Bestätigung${withMethod(method)}, dass Sie es sind`,
  're-authentication-failed': ({ method, count }) =>
    plural(count, {
      one: `Versuch fehlgeschlagen,${withMethod(method)} zu bestätigen, dass Sie es sind`,
      other: `${count} Versuche innerhalb einer Stunde fehlgeschlagen,${withMethod(method)} zu bestätigen, dass Sie es sind`,
    }),
  'session-revoked': ({ label }) => `Ein anderes Gerät wurde abgemeldet${named(label)}`,
  'sessions-revoked': () => 'Alle anderen Geräte wurden abgemeldet',
  'account-linked': ({ method, label }) => `${method ?? 'Ein Konto'} wurde verbunden${named(label)}`,
  'account-unlinked': ({ method, label }) => `${method ?? 'Ein Konto'} wurde entfernt${named(label)}`,
  'password-set': () => 'Ein Passwort wurde festgelegt',
  'password-changed': () => 'Das Passwort wurde geändert, andere Geräte wurden abgemeldet',
  'password-reset': () => 'Das Passwort wurde über einen Link zurückgesetzt, alle Geräte wurden abgemeldet',
  'password-removed': () => 'Das Passwort wurde entfernt',
  'passkey-added': ({ label }) => `Ein Passkey wurde hinzugefügt${named(label)}`,
  'passkey-removed': ({ label }) => `Ein Passkey wurde entfernt${named(label)}`,
  'authenticator-app-added': ({ label }) => `Eine Authenticator-App wurde hinzugefügt${named(label)}`,
  'authenticator-app-removed': ({ label }) => `Eine Authenticator-App wurde entfernt${named(label)}`,
  'recovery-codes-created': () => 'Neue Wiederherstellungscodes wurden erstellt',
  'recovery-code-used': ({ label }) =>
    plural(Number(label), {
      one: 'Ein Wiederherstellungscode wurde benutzt, einer ist übrig',
      other: `Ein Wiederherstellungscode wurde benutzt, ${Number(label)} sind übrig`,
    }),
  'first-factor-passed': ({ method }) =>
    `Jemand hat den ersten Schritt einer Anmeldung${withMethod(method)} bestanden, aber nicht den zweiten`,
  'browser-trusted': () =>
    'Diesem Browser wurde vertraut: 30 Tage lang wird er nicht nach dem zweiten Schritt gefragt',
  'browser-trust-ended': ({ label }) => `Das Vertrauen in einen Browser wurde beendet${named(label)}`,
  'second-factor-removal-requested': ({ label }) =>
    `Der Betreiber hat veranlasst, die Bestätigung in zwei Schritten in 24 Stunden zu entfernen${named(label)}`,
  'second-factor-removal-stopped': () => 'Die Entfernung der Bestätigung in zwei Schritten wurde aufgehalten',
  'second-factor-removed': () => 'Die Bestätigung in zwei Schritten wurde entfernt',
  'unproven-methods-removed': () =>
    'Die Adresse wurde zum ersten Mal bestätigt, unbestätigte Anmeldemethoden wurden entfernt',
  'security-review-due': () =>
    'Nach dem Zurücksetzen des Passworts haben wir gezeigt und gemailt, was zuletzt hinzugefügt wurde',
  'security-review-finished': () => 'Was zuletzt hinzugefügt wurde, wurde bestätigt',
  'email-change-requested': ({ label }) => `Eine neue E-Mail-Adresse wurde angefordert${named(label)}`,
  'email-added': ({ label }) => `Die E-Mail-Adresse wurde hinzugefügt${named(label)}`,
  'email-changed': ({ label }) => `Die E-Mail-Adresse wurde geändert${named(label)}`,
  'email-change-undone': ({ label }) =>
    `Die Änderung der E-Mail-Adresse wurde rückgängig gemacht${named(label)}`,
  'phone-verified': ({ label }) => `Eine Telefonnummer${ending(label)} wurde hinzugefügt`,
  'phone-removed': ({ label }) => `Die Telefonnummer${ending(label)} wurde entfernt`,
  'phone-taken': ({ label }) =>
    `Die Telefonnummer${ending(label)} wurde entfernt: Jemand anderes hat gezeigt, dass sie ihm gehört`,
  'access-token-created': ({ label }) => `Ein Zugriffstoken wurde erstellt${named(label)}`,
  'access-token-revoked': ({ label }) => `Ein Zugriffstoken wurde widerrufen${named(label)}`,
  'data-exported': () => 'Die Daten dieses Kontos wurden heruntergeladen',
  'account-deleted': () => 'Das Konto wurde gelöscht',
  'account-created': () => 'Das Konto wurde vom Betreiber dieser Seite angelegt',
  'account-suspended': ({ label }) => `Das Konto wurde gesperrt${named(label)}`,
  'account-resumed': () => 'Die Sperre des Kontos wurde aufgehoben',
  'roles-changed': ({ label }) => `Die Rollen wurden geändert${named(label)}`,
  'profile-changed-by-administrator': () => 'Das Profil wurde vom Betreiber dieser Seite geändert',
  'sessions-ended-by-administrator': ({ label }) =>
    `Alle Geräte wurden vom Betreiber dieser Seite abgemeldet${named(label)}`,
  'impersonation-started': ({ label }) => `Ein Administrator handelt jetzt in Ihrem Namen${named(label)}`,
  'impersonation-ended': () => 'Ein Administrator handelt nicht mehr in Ihrem Namen',
  'client-sign-in': ({ label }) => `Bei ${label ?? 'einer App'} angemeldet`,
  'client-token-reused': ({ label }) =>
    `${label ?? 'Eine App'} wurde abgemeldet, weil ein altes Token der App noch einmal verwendet wurde`,
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'An- und Abmeldungen',
  methods: 'Anmeldemethoden',
  contact: 'E-Mail und Telefon',
  devices: 'Geräte',
  'access-tokens': 'Zugriffstokens',
  data: 'Ihre Daten',
  administration: 'Vom Betreiber',
};

export const activity: PageTexts['activity'] = {
  nav: 'Aktivitäten',
  title: 'Aktivitäten',
  hint: 'Was in den letzten 180 Tagen mit Ihrem Konto geschehen ist, das Neueste zuerst.',
  filter: 'Anzeigen',
  everything: 'Alles',
  groups,
  events,
  methods: {
    'email-link': 'einem Link per E-Mail',
    'email-code': 'einem Code per E-Mail',
    'phone-code': 'einem Code per SMS',
    password: 'dem Passwort',
    passkey: 'einem Passkey',
    totp: 'einem Code der Authenticator-App',
    'recovery-code': 'einem Wiederherstellungscode',
  },
  list: 'Ereignisse',
  none: 'Es ist noch nichts geschehen.',
  noneOfThese: 'Nichts dergleichen ist geschehen.',
  loadMore: 'Mehr laden',
  loadedMore: (count) =>
    plural(count, { one: 'Ein weiteres Ereignis.', other: `${count} weitere Ereignisse.` }),
  thatIsAll: 'Das ist alles.',
  notMe: 'Das war ich nicht',
  notMeAbout: (event) => `Das war ich nicht: ${event}`,

  secureTitle: 'Konto absichern',
  secureIntro:
    'Wenn jemand anderes Ihr Konto verwendet hat, melden Sie diese Person mit diesen Schritten ab und sperren sie aus. Es geschieht nichts, bevor Sie auf eine Schaltfläche drücken.',
  secureAbout: 'Was Sie nicht wiedererkannt haben',
  step: (number, title) => `${number}. ${title}`,
  endSessions: 'Alle anderen Geräte abmelden',
  endSessionsMeaning:
    'Alle anderen Sitzungen enden sofort. Hier bleiben Sie angemeldet. Auf Ihren anderen Geräten melden Sie sich neu an.',
  endSessionsDone: 'Kein anderes Gerät ist angemeldet.',
  endSessionsButton: (count) =>
    plural(count, { one: 'Das andere Gerät abmelden', other: `${count} andere Geräte abmelden` }),
  lookAtDevices: 'Erst ansehen',
  lookAtMethods: 'Anmeldemethoden prüfen',
  lookAtMethodsMeaning:
    'Entfernen Sie, was nicht Ihres ist, und ändern Sie, was jemand anderes kennen könnte. Bevor sich etwas ändert, werden Sie gefragt.',
  password: 'Passwort',
  passwordChanged: 'Festgelegt oder zuletzt geändert',
  noPassword: 'Es gibt keines.',
  connected: 'Verbundene Konten',
  since: 'verbunden',
  noneConnected: 'Keines ist verbunden.',
  email: 'E-Mail-Adresse',
  noEmail: 'Keine ist bestätigt.',
  phone: 'Telefonnummer',
  noPhone: 'Es gibt keine.',
  tokens: 'Zugriffstokens',
  noTokens: 'Es gibt keine.',
  made: 'erstellt',
  goToMethods: 'Anmeldemethoden',
  goToProfile: 'E-Mail und Telefon',
  goToTokens: 'Zugriffstokens',
  finish: 'Fertig',
  finishMeaning:
    'Wenn die anderen Geräte abgemeldet sind und alles oben Genannte Ihnen gehört, kann niemand sonst Ihr Konto verwenden.',
  finishOthersLeft:
    'Andere Geräte sind noch angemeldet. Machen Sie zuerst Schritt 1, außer es sind alle Ihre eigenen.',
  finishButton: 'Zurück zu Ihren Aktivitäten',
};
