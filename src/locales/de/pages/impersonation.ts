import type { PageTexts } from '../../texts.ts';

export const impersonation: PageTexts['impersonation'] = {
  label: 'Handeln als andere Person',
  actingAs: (name) => `Sie handeln als ${name}.`,
  limits: (time) =>
    `Das endet spätestens um ${time}. Sie sehen, was die Person sieht, und können ihr Konto nicht ändern.`,
  end: 'Beenden',
};
