import type { Texts } from '../texts.ts';

export const devices: Texts['devices'] = {
  nav: 'Geräte',
  title: 'Geräte',
  thisDevice: 'Dieses Gerät',
  others: 'Andere Geräte',
  othersHint:
    'Wo Sie sonst noch angemeldet sind. Was Sie abmelden, ist sofort abgemeldet, was immer dort geöffnet ist.',
  noOthers: 'Sie sind sonst nirgends angemeldet.',
  activeNow: 'Jetzt aktiv',
  signedIn: 'Angemeldet',
  lastSeen: 'Zuletzt gesehen',
  expires: 'Läuft',
  ifUnused: 'ab, wenn es unbenutzt bleibt',
  from: 'von',
  unknownPlace: 'einer unbekannten Adresse',
  justNow: 'gerade eben',
  deviceOn: (browser, system) => `${browser} unter ${system}`,
  unknownDevice: 'Unbekanntes Gerät',
  signOut: 'Abmelden',
  signOutOf: (device) => `${device} abmelden`,
  signedOut: (device) => `${device} ist abgemeldet.`,
  signedOutAlready: (device) => `${device} war bereits abgemeldet.`,
  revokeOthers: 'Alle anderen abmelden',
  revokeOthersTitle: (count) =>
    count === 1 ? 'Das andere Gerät abmelden?' : `Alle ${count} anderen Geräte abmelden?`,
  revokeOthersMeaning: (count) =>
    `${count === 1 ? 'Es wird sofort abgemeldet und muss' : 'Sie werden sofort abgemeldet und müssen'} sich neu anmelden. Hier bleiben Sie angemeldet. Zugriffstokens, die Skripte verwenden, bleiben gültig.`,
  keepThem: 'Angemeldet lassen',
  revokedOthers: (count) =>
    count === 0
      ? 'Es war kein anderes Gerät mehr angemeldet.'
      : count === 1
        ? 'Das andere Gerät ist abgemeldet.'
        : `${count} andere Geräte sind abgemeldet.`,
  notYours: 'Sehen Sie ein Gerät, das nicht Ihres ist?',
  secureAccount: 'Konto absichern',
};
