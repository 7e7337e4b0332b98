/** These tests run in the type checker: `tsc --noEmit` fails on a wrong line. */
import { getMutationKey, getQueryKey, type CreateTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../server/trpc/router.ts';
import { trpc } from './trpc.ts';
import type { Session } from '../shared/schemas/session.ts';
import type { ProofFactor } from '../shared/schemas/proofs.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<_T extends true>(): void {}

// The documented shape, with exactly these keys.
assertType<
  Equal<
    Outputs['session']['get'],
    {
      user: {
        id: string;
        name: string | null;
        email: string | null;
        image: string | null;
        data: Session['user']['data'];
      };
      expires: string;
      authenticatedAt: string;
      proofs: { method: string; factor: ProofFactor; at: string }[];
      amr: string[];
      aal: 1 | 2;
      roles: string[];
      permissions: string[];
      impersonation: Session['impersonation'];
      via: { kind: 'cookie' } | { kind: 'access-token'; id: string; name: string; scopes: string[] };
    } | null
  >
>();
assertType<
  Equal<
    Outputs['providers']['list'][number],
    {
      id: string;
      name: string;
      mark: { shapes: { path: string; color: string | null }[] } | { image: string } | null;
      type: 'oidc' | 'oauth' | 'email';
      signInUrl: string;
      linked: boolean;
    }
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

// The hooks have the types of tRPC, for every procedure of the server.
assertType<Equal<typeof trpc, CreateTRPCReact<AppRouter, unknown>>>();
const useReads = () => ({
  session: trpc.session.get.useQuery().data,
  providers: trpc.providers.list.useQuery().data,
  accounts: trpc.accounts.list.useQuery().data,
});
type Reads = ReturnType<typeof useReads>;
assertType<Equal<Reads['session'], Outputs['session']['get'] | undefined>>();
assertType<Equal<Reads['providers'], Outputs['providers']['list'] | undefined>>();
assertType<Equal<Reads['accounts'], Outputs['accounts']['list'] | undefined>>();

void getQueryKey(trpc.activity.list, { kinds: ['sign-in'] }, 'infinite');
// @ts-expect-error -- the key of an input that the procedure does not have
void getQueryKey(trpc.activity.list, { pages: 'all' }, 'infinite');
// @ts-expect-error -- a query has no mutation key
void getMutationKey(trpc.session.get);
// @ts-expect-error -- a mutation cannot be read
void trpc.accounts.unlink.useQuery;
// @ts-expect-error -- an unknown procedure
void trpc.accounts.lists;
