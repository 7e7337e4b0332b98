import type { Texts } from '../texts.ts';

export const phone: Texts['phone'] = {
  title: 'Telefon',
  hint: 'Ein zweiter Weg, zu zeigen, dass Sie es sind.',
  isVerified: 'Ihre Telefonnummer ist bestätigt.',
  isRemoved: 'Ihre Telefonnummer ist entfernt.',
  none: 'Hier ist keine Telefonnummer von Ihnen bekannt.',
  add: 'Telefonnummer hinzufügen',
  since: (day) => `Seit ${day}`,
  change: 'Telefonnummer ändern',
  remove: 'Telefonnummer entfernen',
  number: 'Telefonnummer',
  missing: 'Geben Sie Ihre Telefonnummer ein.',
  codeGoesTo: 'Ein Code geht an {}',
  sendCode: 'Code senden',
  country: 'Land',
  chooseCountry: 'Wählen oder tippen',
  noSuchCountry: 'Kein solches Land',
  countryFound: (label) => `${label}.`,
  countriesFound: (count, first) => `${count} Länder, zuerst ${first}.`,
  textSent: 'Eine SMS mit einem Code ging an {}.',
  verify: 'Bestätigen',
  another: 'Andere Nummer verwenden',
  removeTitle: 'Ihre Telefonnummer entfernen?',
  removeWarning: (number) =>
    `${number} kann dann nicht mehr zeigen, dass Sie es sind. Sie können sie jederzeit wieder hinzufügen.`,
};
