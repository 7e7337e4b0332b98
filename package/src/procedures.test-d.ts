/** Type tests: `tsc --noEmit` fails when one does. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { expectTypeOf } from 'vitest';
import type { AppRouter } from '../../src/server/trpc/router.ts';
import type { ErrorCode as CatalogueCode } from '../../src/shared/errors/catalogue.ts';
import type { InputIssue as CatalogueIssue } from '../../src/shared/issues.ts';
import type { Scope as KnownScope } from '../../src/shared/scopes.ts';
import type { ServiceScope as KnownServiceScope } from '../../src/shared/service-scopes.ts';
import type {
  Admission as ServerAdmission,
  AdmittedUser as ServerAdmittedUser,
} from '../../src/shared/foyer-config.ts';
import {
  FoyerError,
  isFoyerError,
  type ErrorsOf,
  type FoyerClient,
  type InputIssue,
  type ProofOfWorkChallenge,
  type Session,
} from './client.ts';
import type { Admission, AdmittedUser, ConfigTypes, SessionOf } from './config.ts';
import type { NeededScope } from './foyer-error.ts';
import type {
  CallOptions,
  CommonErrorCode,
  ErrorCode,
  ErrorCodeOf,
  FoyerScope,
  KINDS,
  ProcedureErrors,
  Procedures,
  ServiceScope,
} from './procedures.ts';

// The written types and the router's types must be assignable both ways.
type CallOf<Member> = Member extends { query: infer Call } | { mutate: infer Call } ? Call : never;
type WrittenInputs = {
  [R in keyof Procedures]: {
    // Types of bytes differ.
    [P in Exclude<keyof Procedures[R], 'uploadPicture'>]: CallOf<Procedures[R][P]> extends (
      input: infer Input,
      options?: CallOptions,
    ) => unknown
      ? Input
      : never;
  };
};
type WrittenOutputs = {
  [R in keyof Procedures]: {
    [P in keyof Procedures[R]]: CallOf<Procedures[R][P]> extends (...args: never) => Promise<infer Output>
      ? Output
      : never;
  };
};
type Inputs = inferRouterInputs<AppRouter>;
type RouterInputs = {
  [R in keyof Inputs]: {
    [P in Exclude<keyof Inputs[R], 'uploadPicture'>]: [Inputs[R][P]] extends [void]
      ? undefined
      : Inputs[R][P];
  };
};
type RouterOutputs = inferRouterOutputs<AppRouter>;
function expectAssignable<_One extends Other, Other>(): void {}
expectAssignable<WrittenOutputs, RouterOutputs>();
expectAssignable<RouterOutputs, WrittenOutputs>();
expectAssignable<WrittenInputs, RouterInputs>();
expectAssignable<RouterInputs, WrittenInputs>();
expectTypeOf<{
  [R in keyof typeof KINDS]: (typeof KINDS)[R]['query' | 'mutation'][number];
}>().toEqualTypeOf<{
  [R in keyof Procedures]: keyof Procedures[R];
}>();

expectTypeOf<ErrorCode>().toEqualTypeOf<CatalogueCode>();
expectTypeOf<CommonErrorCode>().toExtend<ErrorCode>();
expectTypeOf<ProcedureErrors[keyof ProcedureErrors]>().toExtend<ErrorCode>();
expectTypeOf<keyof ProcedureErrors>().toEqualTypeOf<
  { [R in keyof Procedures]: `${R}.${keyof Procedures[R] & string}` }[keyof Procedures]
>();
expectTypeOf<FoyerScope>().toEqualTypeOf<KnownScope>();
expectTypeOf<ServiceScope>().toEqualTypeOf<KnownServiceScope>();
// The server types it with zod.
expectTypeOf<SessionOf<ConfigTypes>>().toEqualTypeOf<Session>();
expectTypeOf<AdmittedUser>().toEqualTypeOf<ServerAdmittedUser>();
expectTypeOf<Admission>().toEqualTypeOf<ServerAdmission>();
expectTypeOf<InputIssue>().toEqualTypeOf<CatalogueIssue>();

declare const client: FoyerClient;
declare const error: unknown;

// @ts-expect-error -- no such procedure
void client.session.got;
// @ts-expect-error -- a query is not called as a mutation
void client.session.get.mutate;
// @ts-expect-error -- the input is required
void client.session.token.query();
// @ts-expect-error -- a misspelt field
void client.session.requestLink.mutate({ mail: 'a@example.test' });
// @ts-expect-error -- not in the catalogue
void new FoyerError('NO_SUCH_CODE');

if (isFoyerError(error)) {
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
  switch (error.code) {
    case 'SCOPE_MISSING':
      expectTypeOf(error.code).toEqualTypeOf<'SCOPE_MISSING'>();
      expectTypeOf(error.scope).toEqualTypeOf<NeededScope>();
      break;
    case 'RATE_LIMITED':
      expectTypeOf(error.retryAfter).toEqualTypeOf<number>();
      break;
    case 'INVALID_INPUT':
      expectTypeOf(error.issues).toEqualTypeOf<readonly InputIssue[]>();
      break;
    case 'PROOF_OF_WORK_REQUIRED':
      expectTypeOf(error.challenge).toEqualTypeOf<ProofOfWorkChallenge>();
      break;
    case 'UNAVAILABLE':
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
      expectTypeOf(error.scope).toEqualTypeOf<undefined>();
      break;
    // @ts-expect-error -- an unknown code
    case 'SCOPE_MISING':
      break;
    default:
      expectTypeOf(error.code).toEqualTypeOf<
        Exclude<
          ErrorCode,
          'SCOPE_MISSING' | 'RATE_LIMITED' | 'INVALID_INPUT' | 'PROOF_OF_WORK_REQUIRED' | 'UNAVAILABLE'
        >
      >();
  }
  expectTypeOf(error.scope).toEqualTypeOf<NeededScope | undefined>();
  expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
}
if (error instanceof FoyerError && error.code === 'INVALID_INPUT')
  expectTypeOf(error.issues).toEqualTypeOf<readonly InputIssue[]>();
// @ts-expect-error -- this code promises a scope
void new FoyerError('SCOPE_MISSING');
expectTypeOf(new FoyerError('NOT_FOUND').scope).toEqualTypeOf<undefined>();

expectTypeOf<ErrorsOf<'accounts.unlink'>['code']>().toEqualTypeOf<ErrorCodeOf<'accounts.unlink'>>();
// @ts-expect-error -- no such procedure
type _Misspelt = ErrorsOf<'accounts.unlnk'>;
if (isFoyerError<'accounts.unlink'>(error)) {
  expectTypeOf(error.code).toEqualTypeOf<ErrorCodeOf<'accounts.unlink'>>();
  switch (error.code) {
    case 'LAST_SIGN_IN_METHOD':
    case 'UNAVAILABLE':
      break;
    case 'RATE_LIMITED':
      expectTypeOf(error.retryAfter).toEqualTypeOf<number>();
      break;
    // @ts-expect-error -- no code of this procedure
    case 'PHONE_TOO_SHORT':
      break;
    default:
      expectTypeOf(error.code).toEqualTypeOf<
        Exclude<ErrorCodeOf<'accounts.unlink'>, 'LAST_SIGN_IN_METHOD' | 'UNAVAILABLE' | 'RATE_LIMITED'>
      >();
  }
}
if (isFoyerError<ErrorCodeOf<'accounts.unlink'>>(error))
  expectTypeOf(error.code).toEqualTypeOf<ErrorCodeOf<'accounts.unlink'>>();
