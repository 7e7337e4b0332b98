import { createFoyerNext } from 'foyer-auth/next';

const { FOYER_URL = 'http://localhost:3000', FOYER_ORIGIN = 'http://localhost:5173' } = process.env;

export const foyer = createFoyerNext({ url: FOYER_URL, origin: FOYER_ORIGIN });
