/** Types are the test here: `tsc --noEmit` fails when a line does. */
import type { TRPCClientErrorLike } from '@trpc/client';
import { expectTypeOf } from 'vitest';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { AppError } from '../app-error.ts';
import type { QueryPath } from './fast-queries.ts';
import { publicProcedure } from './procedures.ts';
import type { AppRouter } from './router.ts';

// @ts-expect-error -- no code of the catalogue
export const unknownCode = () => new AppError('NoSuchCode');

publicProcedure.meta({ scope: 'public', summary: '', errors: ['NOT_FOUND'] });
// @ts-expect-error -- no such code
publicProcedure.meta({ scope: 'public', summary: '', errors: ['NoSuchCode'] });
// @ts-expect-error -- declares no errors
publicProcedure.meta({ scope: 'public', summary: '' });
// @ts-expect-error -- says not what it does
publicProcedure.meta({ scope: 'public', errors: [] });

// The error on the client has the union of codes, not a string, and exactly the documented keys.
type Caught = NonNullable<TRPCClientErrorLike<AppRouter>['data']>;
expectTypeOf<Caught['appCode']>().toEqualTypeOf<ErrorCode>();
expectTypeOf<keyof Caught>().toEqualTypeOf<
  'appCode' | 'requestId' | 'issues' | 'retryAfter' | 'scope' | 'challenge' | 'httpStatus'
>();

void ('session.get' satisfies QueryPath);
// @ts-expect-error -- a mutation
void ('session.signOut' satisfies QueryPath);
// @ts-expect-error -- no such procedure
void ('session.nothing' satisfies QueryPath);
