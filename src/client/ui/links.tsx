import { createLink } from '@tanstack/react-router';
import { Anchor } from './anchor.tsx';
import { ButtonAnchor } from './button.tsx';

export const ButtonLink = createLink(ButtonAnchor);
export const TextLink = createLink(Anchor);
