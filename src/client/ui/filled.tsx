import type { ReactNode } from 'react';

interface FilledProps {
  /** Has one `{}`; where it stands is the language's matter. */
  readonly text: string;
  readonly children: ReactNode;
}

/** A sentence with something in it that is more than text: an address set in bold, a link. */
export function Filled({ text, children }: FilledProps) {
  const [before, after] = text.split('{}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
