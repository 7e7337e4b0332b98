import { foyer } from './foyer';

// Signed-out people are sent from these paths to Foyer's sign-in page, and come back.
export const proxy = foyer.proxy({ protect: ['/orders'] });

// Everything except Next's own files.
export const config = { matcher: ['/((?!_next/).*)'] };
