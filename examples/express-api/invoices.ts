import type { RequestHandler } from 'express';
import { can } from 'foyer-auth/client';

/** A page behind `foyer()`: people sign in at `signInUrl` and come back, and accountants see the invoices. */
export function invoicesPage(signInUrl: string): RequestHandler {
  return (req, res) => {
    const session = req.foyer?.session ?? null;
    if (session === null) res.redirect(303, signInUrl);
    else if (can(session, 'invoice:read')) res.send('<h1>Invoices</h1><p>Invoice 7</p>');
    else res.status(403).send('<h1>Invoices</h1><p>Only accountants see the invoices.</p>');
  };
}
