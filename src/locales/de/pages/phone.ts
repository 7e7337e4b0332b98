import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const phone: PageTexts['phone'] = {
  title: 'Telefon',
  hint: 'Damit bestätigen Sie, dass Sie es sind.',
  isVerified: 'Ihre Telefonnummer ist bestätigt.',
  isRemoved: 'Ihre Telefonnummer ist entfernt.',
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
  countriesFound: (count, first) =>
    plural(count, { one: `${first}.`, other: `${count} Länder, zuerst ${first}.` }),
  textSent: 'Eine SMS mit einem Code ging an {}.',
  verify: 'Bestätigen',
  another: 'Andere Nummer verwenden',
  removeTitle: 'Ihre Telefonnummer entfernen?',
  removeWarning: (number) =>
    `Mit ${number} können Sie dann nicht mehr bestätigen, dass Sie es sind. Sie können sie jederzeit wieder hinzufügen.`,
};
