import { Children, Fragment, type ReactNode } from 'react';

interface InterpolatedTextProps {
  /** Contains a `{}` for each of the `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Each element keeps its own writing direction. */
export function InterpolatedText({ text, children }: InterpolatedTextProps) {
  const elements = Children.toArray(children);
  return text.split('{}').map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence keep their order
    <Fragment key={index}>
      {part}
      {index < elements.length && <bdi>{elements[index]}</bdi>}
    </Fragment>
  ));
}
