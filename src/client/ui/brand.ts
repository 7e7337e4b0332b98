import { createContext, useContext } from 'react';
import { plainBrand, type Brand } from '../../shared/brand.ts';

/** Without the server's word, the host is all that is known. */
export const BrandContext = createContext<Brand | null>(null);

export function useBrand(): Brand {
  return useContext(BrandContext) ?? plainBrand(location.origin);
}
