/** A sentence of the document; what stands between backticks is shown as code. */
export function TextWithCode({ text }: { readonly text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: part, 1: code, index }) =>
    code === undefined ? part : <code key={index}>{code}</code>,
  );
}
