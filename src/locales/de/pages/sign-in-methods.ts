import type { PageTexts } from '../../texts.ts';

export const signInMethods: PageTexts['signInMethods'] = {
  title: 'Anmeldemethoden',
  list: 'So melden Sie sich an',
  listHint: 'Mit mehr als einer können Sie sich auch dann anmelden, wenn eine andere nicht funktioniert.',
  emailLink: 'Link per E-Mail',
  emailLinkHint: 'Eine Mail mit einem Link und einem Code, wenn Sie sie anfordern.',
  phoneCodeHint: 'Eine SMS mit einem Code, wenn Sie sie anfordern.',
  removed: (provider) => `${provider} wurde entfernt. Sie können sich damit nicht mehr anmelden.`,
  ended: 'Zugriff beim Anbieter beendet',
  accountId: (id) => `Konto-ID ${id}`,
  connectedOn: (day) => `Verbunden am ${day}`,
  lastUsedOn: (day) => `zuletzt genutzt am ${day}`,
  neverUsed: 'noch nicht genutzt',
  reconnect: 'Neu verbinden',
  reconnectAccount: (provider, label) => `${provider} (${label}) neu verbinden`,
  removeAccount: (provider, label) => `${provider} (${label}) entfernen`,
  removeTitle: (provider) => `${provider} entfernen?`,
  removeWarning: (provider, label) =>
    `Mit ${label} bei ${provider} können Sie sich hier dann nicht mehr anmelden. Sie können es jederzeit wieder verbinden.`,
  connect: 'Verbinden',
  connectProvider: (provider) => `${provider} verbinden`,
};

export const ownPassword: PageTexts['ownPassword'] = {
  title: 'Passwort',
  isSet: 'Ihr Passwort ist festgelegt. Sie können sich ab jetzt damit anmelden.',
  isChanged: 'Ihr Passwort ist geändert, und alle anderen Geräte sind abgemeldet.',
  isRemoved: 'Ihr Passwort ist entfernt. Sie können sich damit nicht mehr anmelden.',
  leftOutTitle: 'Sie sind angemeldet, ohne Passwort',
  leftOut:
    'Die Mail wurde in einem anderen Browser geöffnet als dem, in dem Sie Ihr Passwort gewählt haben, deshalb wurde es nicht übernommen. Hier können Sie eines festlegen.',
  none: 'Sie haben kein Passwort.',
  needsAddress: 'Fügen Sie zuerst eine E-Mail-Adresse hinzu. Sie geben sie zusammen mit dem Passwort ein.',
  setOne: 'Passwort festlegen',
  currentLabel: 'Jetziges Passwort',
  missingCurrent: 'Geben Sie Ihr jetziges Passwort ein.',
  changedOn: (day) => `Zuletzt geändert am ${day}`,
  change: 'Passwort ändern',
  remove: 'Passwort entfernen',
  forgot: 'Vergessen?',
  set: 'Passwort festlegen',
  removeTitle: 'Ihr Passwort entfernen?',
  removeWarning:
    'Sie können sich damit hier dann nicht mehr anmelden. Ein neues können Sie jederzeit festlegen.',
};
