import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ButtonAnchor } from './button.tsx';
import classes from './links.module.css';

/** A link to a route that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

interface AnchorProps extends ComponentProps<'a'> {
  /** `sm` is smaller than the text around it. */
  readonly size?: 'sm';
}

/** A link inside a text. */
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

/** The same, to a route. */
export const TextLink = createLink(Anchor);
