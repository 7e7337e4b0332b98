/** Tells a password manager which account the form is about. */
export function HiddenUsername({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
