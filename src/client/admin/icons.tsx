import { iconOf } from '../ui/icon.tsx';

export const JobsIcon = iconOf(
  <>
    <path d="M4.5 12a7.5 7.5 0 1 0 2.6-5.7L4.5 8.5" />
    <path d="M4.5 4v4.5H9" />
  </>,
);

export const WebhooksIcon = iconOf(
  <>
    <path d="M20.5 3.5 3.5 9.75l7 3.75 3.75 7Z" />
    <path d="m20.5 3.5-10 10" />
  </>,
);
