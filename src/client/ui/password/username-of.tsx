/** Tells a password manager whose password the form is about; nobody sees or reaches it. */
export function UsernameOf({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
