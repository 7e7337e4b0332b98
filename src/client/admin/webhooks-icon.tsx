import { Icon, type IconProps } from '../ui/icon.tsx';

/** A paper plane: something is sent. */
export function WebhooksIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M20.5 3.5 3.5 9.75l7 3.75 3.75 7Z" />
      <path d="m20.5 3.5-10 10" />
    </Icon>
  );
}
