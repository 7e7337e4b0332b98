import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';

interface ButtonLook {
  /** `filled` unless given: the one thing to do. */
  readonly variant?: 'filled' | 'default' | 'outline' | 'subtle';
  readonly size?: 'compact-sm' | 'sm' | 'md';
  readonly fullWidth?: boolean;
  /** What it does cannot be taken back. */
  readonly isDangerous?: boolean;
  /** Its words begin at the edge, as in a list of buttons; else they stand in the middle. */
  readonly isStartAligned?: boolean;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** What it does is under way; it cannot be pressed meanwhile. */
  readonly loading?: boolean;
}

export function Button({ loading = false, disabled = false, ...props }: ButtonProps) {
  const { className, content, data, rest } = dressed(props);
  return (
    <>
      <button
        type="button"
        {...rest}
        {...data}
        className={className}
        disabled={disabled || loading}
        {...(loading && { 'aria-busy': true, 'data-loading': true })}
      >
        {content}
        {loading && <span aria-hidden="true" className={classes['spinner']} />}
      </button>
      {/* `check-browser.ts` writes there. It is there before the words, so that a screen reader notices them. */}
      {loading && <p role="status" data-browser-check className={classes['check']} />}
    </>
  );
}

/** A link that looks like a button. */
export function ButtonAnchor(props: ButtonLook & ComponentProps<'a'>) {
  const { className, content, data, rest } = dressed(props);
  return (
    <a {...rest} {...data} className={className}>
      {content}
    </a>
  );
}

interface Dressable extends ButtonLook {
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** The server's sign-in page wears the same (`server/pages/sign-in-page.ts`). */
function dressed<Props extends Dressable>(props: Props) {
  const {
    variant = 'filled',
    size = 'sm',
    fullWidth = false,
    isDangerous = false,
    isStartAligned = false,
    leftSection,
    rightSection,
    className,
    children,
    ...rest
  } = props;
  return {
    rest,
    className: className === undefined ? classes['root'] : `${classes['root']} ${className}`,
    data: {
      'data-variant': variant,
      'data-size': size,
      ...(fullWidth && { 'data-full-width': true }),
      ...(isDangerous && { 'data-dangerous': true }),
      ...(isStartAligned && { 'data-start': true }),
    },
    content: (
      <span className={classes['inner']}>
        {leftSection}
        <span className={classes['label']}>{children}</span>
        {rightSection}
      </span>
    ),
  };
}
