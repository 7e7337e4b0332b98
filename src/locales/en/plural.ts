import { createPlural } from '../../shared/plural.ts';

export const plural = createPlural<'one' | 'other'>('en');
