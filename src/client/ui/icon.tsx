import type { ReactNode } from 'react';

export interface IconProps {
  readonly size?: number;
}

/** Line drawings on a 24 by 24 grid. They stand beside text, so they are hidden from screen readers. */
export function Icon({ size = 20, children }: IconProps & { readonly children: ReactNode }) {
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
    >
      {children}
    </svg>
  );
}
