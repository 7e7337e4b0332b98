import { createPlural } from '../../shared/plural.ts';

export const plural = createPlural<Intl.LDMLPluralRule>('ar');
