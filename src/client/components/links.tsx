import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type ButtonAnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** A route's link that looks like a button. */
export const ButtonLink = createLink((props: ButtonAnchorProps) => <Button component="a" {...props} />);

type TextAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>;

/** A route's link in running text. */
export const TextLink = createLink((props: TextAnchorProps) => <Anchor underline="always" {...props} />);
