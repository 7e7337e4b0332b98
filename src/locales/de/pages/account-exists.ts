import type { PageTexts } from '../../texts.ts';

export const accountExists: PageTexts['accountExists'] = {
  title: 'Sie haben schon ein Konto',
  intro: (ways, provider) =>
    `{} hat hier ein Konto. Melden Sie sich mit ${ways} an, um ${provider} damit zu verbinden:`,
  byEmail: 'E-Mail',
  confirm: (provider) => `Anmelden und ${provider} verbinden`,
};
