/** Types are the test here: `tsc --noEmit` fails when a line does. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { expectTypeOf } from 'vitest';
import type { AppRouter } from '../../src/server/trpc/router.ts';
import type { ErrorCode as CatalogueCode } from '../../src/shared/errors/catalogue.ts';
import type { InputIssue as CatalogueIssue } from '../../src/shared/issues.ts';
import type { Scope as KnownScope } from '../../src/shared/scopes.ts';
import { FoyerError, isFoyerError, type FoyerClient, type InputIssue } from './client.ts';
import type {
  CallOptions,
  CommonErrorCode,
  ErrorCode,
  ErrorCodeOf,
  KINDS,
  ProcedureErrors,
  Procedures,
  Scope,
} from './procedures.ts';

// Written types and the router's own fit each other both ways, so a change of the one without the other does not compile.
type CallOf<Member> = Member extends { query: infer Call } | { mutate: infer Call } ? Call : never;
type Taken = {
  [R in keyof Procedures]: {
    // Bytes have other names there.
    [P in Exclude<keyof Procedures[R], 'uploadPicture'>]: CallOf<Procedures[R][P]> extends (
      input: infer Input,
      options?: CallOptions,
    ) => unknown
      ? Input
      : never;
  };
};
type Answered = {
  [R in keyof Procedures]: {
    [P in keyof Procedures[R]]: CallOf<Procedures[R][P]> extends (...args: never) => Promise<infer Output>
      ? Output
      : never;
  };
};
type Inputs = inferRouterInputs<AppRouter>;
/** What takes nothing takes `void` there. */
type TakenThere = {
  [R in keyof Inputs]: {
    [P in Exclude<keyof Inputs[R], 'uploadPicture'>]: [Inputs[R][P]] extends [void]
      ? undefined
      : Inputs[R][P];
  };
};
type AnsweredThere = inferRouterOutputs<AppRouter>;
function fits<_One extends Other, Other>(): void {}
fits<Answered, AnsweredThere>();
fits<AnsweredThere, Answered>();
fits<Taken, TakenThere>();
fits<TakenThere, Taken>();
expectTypeOf<{ [R in keyof typeof KINDS]: keyof (typeof KINDS)[R] }>().toEqualTypeOf<{
  [R in keyof Procedures]: keyof Procedures[R];
}>();

expectTypeOf<ErrorCode>().toEqualTypeOf<CatalogueCode>();
expectTypeOf<CommonErrorCode>().toExtend<ErrorCode>();
expectTypeOf<ProcedureErrors[keyof ProcedureErrors]>().toExtend<ErrorCode>();
expectTypeOf<keyof ProcedureErrors>().toEqualTypeOf<
  { [R in keyof Procedures]: `${R}.${keyof Procedures[R] & string}` }[keyof Procedures]
>();
expectTypeOf<Scope>().toEqualTypeOf<KnownScope>();
expectTypeOf<InputIssue>().toEqualTypeOf<CatalogueIssue>();

declare const client: FoyerClient;
declare const error: unknown;

// @ts-expect-error -- there is no such procedure
void client.session.got;
// @ts-expect-error -- a query is not called as a mutation
void client.session.get.mutate;
// @ts-expect-error -- what it needs is not optional
void client.session.token.query();
// @ts-expect-error -- a misspelt field
void client.session.requestLink.mutate({ mail: 'a@example.test' });
// @ts-expect-error -- outside the catalogue
void new FoyerError('NO_SUCH_CODE');

if (isFoyerError(error)) {
  switch (error.code) {
    case 'SCOPE_MISSING':
      expectTypeOf(error.code).toEqualTypeOf<'SCOPE_MISSING'>();
      expectTypeOf(error.scope).toEqualTypeOf<Scope | undefined>();
      break;
    // @ts-expect-error -- an unknown code
    case 'SCOPE_MISING':
      break;
    default:
      expectTypeOf(error.code).toEqualTypeOf<Exclude<ErrorCode, 'SCOPE_MISSING'>>();
  }
}

if (isFoyerError<ErrorCodeOf<'accounts.unlink'>>(error)) {
  switch (error.code) {
    case 'LAST_SIGN_IN_METHOD':
    case 'UNAVAILABLE':
      break;
    // @ts-expect-error -- no code of this procedure
    case 'PHONE_TOO_SHORT':
      break;
    default:
      expectTypeOf(error.code).toEqualTypeOf<
        Exclude<ErrorCodeOf<'accounts.unlink'>, 'LAST_SIGN_IN_METHOD' | 'UNAVAILABLE'>
      >();
  }
}
