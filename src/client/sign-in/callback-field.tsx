/** The path to open after the sign-in, for a form that is sent without script. */
export function CallbackField({ callbackUrl }: { readonly callbackUrl: string | undefined }) {
  return callbackUrl !== undefined && <input type="hidden" name="callbackUrl" value={callbackUrl} />;
}
