/** These tests run in the type checker: `tsc --noEmit` fails on a wrong line. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../server/trpc/router.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<_T extends true>(): void {}

// The documented shape, with exactly these keys.
assertType<
  Equal<
    Outputs['session']['get'],
    {
      user: { id: string; name: string | null; email: string | null; image: string | null };
      expires: string;
      authenticatedAt: string;
    } | null
  >
>();
assertType<
  Equal<
    Outputs['providers']['list'][number],
    { id: string; name: string; type: 'oidc' | 'oauth' | 'email'; signInUrl: string; linked: boolean }
  >
>();
assertType<
  Equal<
    Inputs['session']['signInWithCode'],
    {
      email: string;
      code: string;
      codeRequest?: string | undefined;
      callbackUrl?: string | undefined;
      connect?: { id: string; provider: string; providerAccountId: string } | undefined;
    }
  >
>();

// @ts-expect-error -- a code is a string
void ({ email: 'a@example.test', code: 123456 } satisfies Inputs['session']['signInWithCode']);
// @ts-expect-error -- a misspelt field
void ({ mail: 'a@example.test' } satisfies Inputs['session']['requestLink']);
// @ts-expect-error -- the input cannot name another user
void ({ provider: 'x', providerAccountId: 'y', userId: 'z' } satisfies Inputs['accounts']['unlink']);
// @ts-expect-error -- an unknown method
void ({ method: 'guess' } satisfies Inputs['session']['reauthenticate']);
