import { createContext, useContext } from 'react';
import type { Brand } from '../../shared/brand.ts';

export const BrandContext = createContext<Brand | null>(null);

/** Every root of React provides it (`App`, `SignedOutApp`, `showCrash`). */
export function useBrand(): Brand {
  return useContext(BrandContext) as Brand;
}
