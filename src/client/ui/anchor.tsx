import type { ComponentProps } from 'react';
import classes from './links.module.css';

interface AnchorProps extends ComponentProps<'a'> {
  /** `sm` is smaller than the text around it. */
  readonly size?: 'sm';
}

export function Anchor({ size, className, children, ...props }: AnchorProps) {
  return (
    <a
      {...props}
      className={className === undefined ? classes['link'] : `${classes['link']} ${className}`}
      {...(size && { 'data-size': size })}
    >
      {children}
    </a>
  );
}
