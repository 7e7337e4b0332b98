import type { ReactNode } from 'react';

export interface IconProps {
  readonly size?: number;
}

interface DrawingProps extends IconProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Icons stand beside text, so they are hidden from screen readers. */
export function Icon({ size = 20, className, children }: DrawingProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      {children}
    </svg>
  );
}

/** The component of one drawing. */
export function iconOf(drawing: ReactNode, className?: string) {
  return (props: IconProps) => (
    <Icon {...props} className={className}>
      {drawing}
    </Icon>
  );
}
