import type { ReactNode } from 'react';

interface InterpolatedTextProps {
  /** Contains one `{}`, the place of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

/** A sentence that contains an element, such as an address in bold or a link. The element keeps its own writing direction. */
export function InterpolatedText({ text, children }: InterpolatedTextProps) {
  const [before, after] = text.split('{}');
  return (
    <>
      {before}
      <bdi>{children}</bdi>
      {after}
    </>
  );
}
