import { at } from '../base-path.ts';

interface IllustrationProps {
  /** What it stands for: the id of a drawing in `public/illustrations.svg`. */
  readonly of: 'empty' | 'finished' | 'not-found' | 'offline' | 'suspended';
}

/**
 * The browser loads the drawings when one is shown, in the colours of this page. Nothing moves when they come.
 * Words stand beside it, so it is hidden from screen readers.
 */
export function Illustration({ of }: IllustrationProps) {
  return (
    <svg width="90" height="78" viewBox="15 10 90 78" aria-hidden="true">
      <use href={at(`/illustrations.svg#${of}`)} />
    </svg>
  );
}
