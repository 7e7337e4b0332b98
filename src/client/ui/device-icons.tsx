import type { ReactNode } from 'react';
import type { Device } from '../../shared/schemas/device.ts';
import { Icon, iconOf, type IconProps } from './icon.tsx';
import { PHONE_SHAPE } from './phone-icon.tsx';

const SHAPES: Readonly<Record<Device['kind'], ReactNode>> = {
  desktop: (
    <>
      <rect x="3" y="4.5" width="18" height="12" rx="2.5" />
      <path d="M9 20h6M12 16.5V20" />
    </>
  ),
  phone: PHONE_SHAPE,
  tablet: (
    <>
      <rect x="4.5" y="3" width="15" height="18" rx="2.75" />
      <path d="M11 17.75h2" />
    </>
  ),
  script: (
    <>
      <rect x="3" y="4.5" width="18" height="15" rx="2.75" />
      <path d="m7.5 9.5 2.75 2.5-2.75 2.5M12.75 15h3.75" />
    </>
  ),
  unknown: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.6 9.6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5v.3M12 16.4v.1" />
    </>
  ),
};

export function DeviceIcon({ kind, ...props }: IconProps & Pick<Device, 'kind'>) {
  return <Icon {...props}>{SHAPES[kind]}</Icon>;
}

export const AppIcon = iconOf(
  <>
    <rect x="4" y="4" width="6.5" height="6.5" rx="1.75" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.75" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.75" />
    <path d="M16.75 13.75v6M13.75 16.75h6" />
  </>,
);
