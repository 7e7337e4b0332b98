import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const devices: PageTexts['devices'] = {
  nav: 'Geräte',
  title: 'Geräte',
  thisDevice: 'Dieses Gerät',
  list: 'Wo Sie angemeldet sind',
  listHint: 'Ein Gerät, das Sie abmelden, verliert sofort den Zugriff.',
  listHintApps:
    'Ein Gerät, das Sie abmelden, verliert sofort den Zugriff. Eine App kann ihn noch bis zu fünf Minuten behalten.',
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
  administrator: 'Administrator dieser Seite',
  beganToAct: 'Handelt in Ihrem Namen, Beginn:',
  unknownDevice: 'Unbekanntes Gerät',
  signOut: 'Abmelden',
  signOutOf: (device) => `${device} abmelden`,
  appOn: (app, device) => `${app} · ${device}`,
  endsApps: (apps) => `Wenn Sie es abmelden, melden Sie auch ${apps} ab.`,
  signedOutAll: (names) => `${names} sind abgemeldet.`,
  signedOut: (device) => `${device} ist abgemeldet.`,
  signedOutAlready: (device) => `${device} war bereits abgemeldet.`,
  revokeOthers: 'Alle anderen abmelden',
  revokeOthersTitle: (count) =>
    plural(count, { one: 'Das andere Gerät abmelden?', other: `Alle ${count} anderen Geräte abmelden?` }),
  revokeOthersMeaning: (count) =>
    plural(count, {
      one: 'Es wird sofort abgemeldet und muss sich neu anmelden. Hier bleiben Sie angemeldet. Zugriffstokens, die Skripte verwenden, bleiben gültig.',
      other:
        'Sie werden sofort abgemeldet und müssen sich neu anmelden. Hier bleiben Sie angemeldet. Zugriffstokens, die Skripte verwenden, bleiben gültig.',
    }),
  revokeAllTitle: 'Alle anderen Geräte und Apps abmelden?',
  revokedAll: 'Alle anderen Geräte und Apps sind abgemeldet.',
  keepThem: 'Angemeldet lassen',
  revokedOthers: (count) =>
    count === 0
      ? 'Es war kein anderes Gerät mehr angemeldet.'
      : plural(count, {
          one: 'Das andere Gerät ist abgemeldet.',
          other: `${count} andere Geräte sind abgemeldet.`,
        }),
  notYours: 'Sehen Sie ein Gerät, das nicht Ihres ist?',
  secureAccount: 'Konto absichern',
};
