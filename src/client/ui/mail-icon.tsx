import { iconOf } from './icon.tsx';

export const MailIcon = iconOf(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="m4 8 8 5.5L20 8" />
  </>,
);
