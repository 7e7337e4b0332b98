import { SecondFactorPage } from '../second-factor.tsx';

export const pages = { 'second-factor': SecondFactorPage };
