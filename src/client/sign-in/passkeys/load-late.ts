/** The code about passkeys, which no page needs at once. */
export const loadLate = () => import('./late.ts');
