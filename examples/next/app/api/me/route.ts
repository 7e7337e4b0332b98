import { foyer } from '../../../foyer';

// A program gets 401 without a session, and no redirect.
export const GET = foyer.withSession((_request, { session }) => Response.json({ email: session.user.email }));
