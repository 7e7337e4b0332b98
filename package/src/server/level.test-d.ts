/** Type tests: `tsc --noEmit` fails when one does. */
import type { Request as ExpressRequest, RequestHandler } from 'express';
import { expectTypeOf } from 'vitest';
import { requireLevel, type FoyerContext } from '../express.ts';
import { checkLevel, type RequestSession, type Session, type SessionTokenClaims } from '../server.ts';

declare const session: RequestSession;
declare const claims: SessionTokenClaims;

expectTypeOf(session.aal).toEqualTypeOf<1 | 2>();
expectTypeOf(session.amr).toEqualTypeOf<string[]>();
expectTypeOf(session.proofs[0]?.method).toEqualTypeOf<string | undefined>();
expectTypeOf<Session>().toHaveProperty('proofs');
expectTypeOf(claims.aal).toEqualTypeOf<1 | 2>();
expectTypeOf(claims.amr).toEqualTypeOf<readonly string[]>();
expectTypeOf(claims.email_verified).toEqualTypeOf<true | undefined>();
expectTypeOf(claims.acr).toEqualTypeOf<'phr' | undefined>();
// @ts-expect-error -- the factor of a proof is one of six words
void (session.proofs[0]?.factor === 'password');

expectTypeOf(requireLevel(2)).toExtend<RequestHandler>();
expectTypeOf<ExpressRequest['foyer']>().toEqualTypeOf<FoyerContext | undefined>();
expectTypeOf(checkLevel).returns.toEqualTypeOf<Response | null>();
requireLevel(1, { within: 60, appOrigin: 'https://app.example.com' });
// @ts-expect-error -- there is no level 3
requireLevel(3);
// @ts-expect-error -- a misspelt option
requireLevel(2, { witin: 60 });
// @ts-expect-error -- the address of Foyer is required
checkLevel(new Request('https://app.example.com'), session, 2, {});
