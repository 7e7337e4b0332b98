import { FoyerUnavailable, Protect, useFoyer, useSignOut } from 'foyer-auth/react';

export function Orders() {
  const { signInUrl, verifyUrl } = useFoyer();
  const { mutate: endSession, isPending, error } = useSignOut();
  const signIn = <a href={signInUrl('/?from=orders')}>See your orders</a>;
  const verify = <a href={verifyUrl(1)}>Verify it’s you to see your orders</a>;
  return (
    <>
      <Protect level={1} fallback={(missing) => (missing === 'session' ? signIn : verify)}>
        <p>You have no orders yet.</p>
        <button type="button" disabled={isPending} onClick={() => endSession()}>
          End this session
        </button>
        {error && <p role="alert">{error.hint}</p>}
      </Protect>
      <FoyerUnavailable>
        Sign-in does not answer at the moment. This page tries again by itself.
      </FoyerUnavailable>
    </>
  );
}
