import { Icon, type IconProps } from '../ui/icon.tsx';

/** A message that leaves a box. */
export function WebhooksIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M11 5H6.5A2.5 2.5 0 0 0 4 7.5v10A2.5 2.5 0 0 0 6.5 20h10a2.5 2.5 0 0 0 2.5-2.5V13" />
      <path d="M14.5 4H20v5.5M20 4l-8.5 8.5" />
    </Icon>
  );
}
