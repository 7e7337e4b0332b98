import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import classes from './button.module.css';

interface ButtonLook {
  /** Defaults to `filled`, the main action. */
  readonly variant?: 'filled' | 'default' | 'subtle';
  readonly size?: 'compact-sm' | 'md';
  readonly fullWidth?: boolean;
  readonly isDangerous?: boolean;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** The action is running. The button keeps the focus, but cannot be pressed. */
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
        disabled={disabled && !loading}
        {...(loading && BUSY)}
      >
        {content}
        {loading && <span aria-hidden="true" className={classes['spinner']} />}
      </button>
      {/* For `check-browser.ts`. It exists before its text, so that a screen reader announces the text. */}
      {loading && <p role="status" data-browser-check className={classes['check']} />}
    </>
  );
}

/** Not `disabled`, which would take the focus away. It also stops a second submit by Enter in a field. */
const BUSY = {
  'aria-busy': true,
  'aria-disabled': true,
  'data-loading': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};

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
    size,
    fullWidth = false,
    isDangerous = false,
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
