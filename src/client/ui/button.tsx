import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';

interface ButtonLook {
  /** Defaults to `filled`, the main action. `link` looks like a link in a text. */
  readonly variant?: 'filled' | 'default' | 'subtle' | 'link';
  readonly size?: 'compact-sm' | 'sm' | 'md';
  readonly fullWidth?: boolean;
  /** The action cannot be undone. */
  readonly isDangerous?: boolean;
  /** Aligns the label to the start, as in a list of buttons. Default: centred. */
  readonly isStartAligned?: boolean;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** The action is running; the button cannot be pressed. */
  readonly loading?: boolean;
}

export function Button({ loading = false, disabled = false, ...props }: ButtonProps) {
  const { className, content, data, rest } = buttonParts(props);
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
      {/* `check-browser.ts` writes its status here. The element exists before the text, so that a screen reader announces it. */}
      {loading && <p role="status" data-browser-check className={classes['check']} />}
    </>
  );
}

/** A link that looks like a button. */
export function ButtonAnchor(props: ButtonLook & ComponentProps<'a'>) {
  const { className, content, data, rest } = buttonParts(props);
  return (
    <a {...rest} {...data} className={className}>
      {content}
    </a>
  );
}

interface StyledProps extends ButtonLook {
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

function buttonParts<Props extends StyledProps>(props: Props) {
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
