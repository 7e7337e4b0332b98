import type { inferRouterError, inferRouterOutputs } from '@trpc/server';
import type { TRPCClientErrorLike } from '@trpc/client';
import { expectTypeOf } from 'vitest';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { InputIssue } from '../../shared/issues.ts';
import type { ProofOfWorkChallenge } from '../../shared/proof-of-work.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import type { Scope } from '../../shared/scopes.ts';
import { AppError } from '../app-error.ts';
import { publicProcedure } from './procedures.ts';
import type { AppRouter } from './router.ts';

// A code outside the catalogue does not compile.
expectTypeOf<ConstructorParameters<typeof AppError>[0]>().toEqualTypeOf<ErrorCode>();
// @ts-expect-error -- no such code
export const unknownCode = () => new AppError('NoSuchCode');
// @ts-expect-error -- the case counts
export const otherCase = () => new AppError('signin');

// A procedure declares codes of the catalogue, and has to declare which.
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
expectTypeOf<Caught['requestId']>().toEqualTypeOf<string>();
expectTypeOf<Exclude<Caught['issues'], undefined>>().toEqualTypeOf<readonly InputIssue[]>();
expectTypeOf<Exclude<Caught['retryAfter'], undefined>>().toEqualTypeOf<number>();
expectTypeOf<Exclude<Caught['scope'], undefined>>().toEqualTypeOf<Scope | ServiceScope>();
expectTypeOf<Exclude<Caught['challenge'], undefined>>().toEqualTypeOf<ProofOfWorkChallenge>();
expectTypeOf<keyof Caught>().toEqualTypeOf<
  'appCode' | 'requestId' | 'issues' | 'retryAfter' | 'scope' | 'challenge' | 'httpStatus'
>();
expectTypeOf<inferRouterError<AppRouter>['data']>().toExtend<Caught>();
expectTypeOf<keyof NonNullable<inferRouterOutputs<AppRouter>['session']['get']>>().toEqualTypeOf<
  | 'user'
  | 'expires'
  | 'authenticatedAt'
  | 'proofs'
  | 'amr'
  | 'aal'
  | 'roles'
  | 'permissions'
  | 'impersonation'
  | 'via'
>();

// A record over all codes must be complete to compile.
// @ts-expect-error -- has one code only
({ Signin: '' }) satisfies Record<ErrorCode, string>;
