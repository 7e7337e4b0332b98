import type { ReactNode } from 'react';

interface InterpolatedTextProps {
  /** Contains one `{}`, the place of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

/** A sentence that contains an element, such as an address in bold or a link. */
export function InterpolatedText({ text, children }: InterpolatedTextProps) {
  const [before, after] = text.split('{}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
