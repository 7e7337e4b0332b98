'use client';

/** `digest` is the code of the error that `auth()` and the other functions throw. */
export default function ErrorPage({ error }: { readonly error: Error & { digest?: string } }) {
  if (error.digest === 'UNAVAILABLE') return <p>We cannot see who you are now. Try again in a minute.</p>;
  return <p>This page did not work.</p>;
}
