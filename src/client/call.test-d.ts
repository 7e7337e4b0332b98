import { expectTypeOf, test } from 'vitest';
import type { Session } from '../shared/schemas/session.ts';
import type { Caller, InputOf, OutputOf, ProcedureName } from './call.ts';

declare const caller: Caller;

test('a call has the input and the output of its procedure', () => {
  expectTypeOf<InputOf<'session.requestLink'>>().toHaveProperty('email').toEqualTypeOf<string>();
  expectTypeOf<Extract<OutputOf<'password.signIn'>, { status: 'signed-in' }>>()
    .toHaveProperty('session')
    .toEqualTypeOf<Session | null>();
  expectTypeOf(caller.query('session.get')).resolves.toEqualTypeOf<Session | null>();
});

test('an unknown procedure and a wrong input do not compile', () => {
  expectTypeOf<'session.requestLnk'>().not.toExtend<ProcedureName>();
  expectTypeOf<'requestLink'>().not.toExtend<ProcedureName>();
  // @ts-expect-error -- a number is no address
  void caller.mutate('session.requestLink', { email: 1 });
});
