import type { PageTexts } from '../../texts.ts';

export const confirmAddress: PageTexts['confirmAddress'] = {
  title: 'Bestätigen Sie Ihre Adresse',
  intro: (provider) =>
    `${provider} sagt, dass {} Ihre Adresse ist. Bestätigen Sie sie mit einem Code, um dieses Konto zu verbinden:`,
  send: 'Code senden',
  confirm: (provider) => `Bestätigen und ${provider} verbinden`,
  without: 'Ohne diese Adresse fortfahren',
  withoutHint: (provider) => `Dann können Sie sich hier nur mit ${provider} anmelden.`,
  overTitle: 'Beginnen Sie noch einmal',
};
