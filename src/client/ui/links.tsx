import { createLink } from '@tanstack/react-router';
import { Anchor } from './anchor.tsx';
import { ButtonAnchor } from './button.tsx';

/** A link to a route that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

/** A link to a route inside a text. */
export const TextLink = createLink(Anchor);
