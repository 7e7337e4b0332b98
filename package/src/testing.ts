export { fakeFoyer, type FakeCall, type FakeFoyer, type FakeFoyerOptions } from './testing/fake-foyer.ts';
export {
  anAccount,
  aProvider,
  aSession,
  type AccountParts,
  type DeclaredRoles,
  type ProviderParts,
  type SessionParts,
} from './testing/session.ts';
export { signIn, type SignInOptions, type SignInPage } from './testing/sign-in.ts';
export { FoyerError } from './foyer-error.ts';
