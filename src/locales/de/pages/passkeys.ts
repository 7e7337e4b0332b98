import type { PageTexts } from '../../texts.ts';

export const passkeys: PageTexts['passkeys'] = {
  title: 'Passkeys',
  hint: 'Sie melden sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Sie brauchen kein Passwort und keine Mail.',
  unsupported: 'Dieser Browser kann keine Passkeys erstellen.',
  create: 'Passkey erstellen',
  created: (name) => `Der Passkey „${name}“ wurde erstellt. Sie können sich ab jetzt damit anmelden.`,
  exists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  notCreated: 'Es wurde kein Passkey erstellt. Nichts wurde geändert.',
  failed:
    'Dieses Gerät konnte keinen Passkey erstellen. Vielleicht braucht es zuerst eine Bildschirmsperre, zum Beispiel eine PIN.',
  synced: 'Synchronisiert',
  thisDeviceOnly: 'Nur auf diesem Gerät',
  createdOn: (day) => `Erstellt am ${day}`,
  lastUsedOn: (day) => `zuletzt genutzt am ${day}`,
  neverUsed: 'noch nicht genutzt',
  otherHost: (host) =>
    `Er gehört zu ${host}, einer früheren Adresse dieser Seite, und gilt hier deshalb nicht. Erstellen Sie einen neuen.`,
  rename: 'Umbenennen',
  renameOf: (name) => `Passkey ${name} umbenennen`,
  name: 'Name des Passkeys',
  renamed: (name) => `Der Passkey heißt jetzt „${name}“.`,
  removeOf: (name) => `Passkey ${name} entfernen`,
  removeTitle: (name) => `Den Passkey „${name}“ entfernen?`,
  removeWarning:
    'Sie können sich dann nicht mehr damit anmelden. Wenn Ihr Browser ihn danach noch anbietet, löschen Sie ihn auch dort.',
  removed: (name) => `Der Passkey „${name}“ wurde entfernt. Sie können sich nicht mehr damit anmelden.`,
  verify: 'Passkey verwenden',
  notVerified:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder bestätigen Sie es auf andere Weise.',
  offerTitle: 'Nächstes Mal schneller anmelden',
  notNow: 'Jetzt nicht',
};
