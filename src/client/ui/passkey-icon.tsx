import { iconOf } from './icon.tsx';

export const PasskeyIcon = iconOf(
  <>
    <circle cx="9" cy="7.5" r="3.5" />
    <path d="M2.5 19.5c.6-3.6 3.2-5.5 6.5-5.5 1.2 0 2.3.25 3.25.75" />
    <circle cx="17.5" cy="12.25" r="2.75" />
    <path d="M17.5 15v6M17.5 18.25h2.25" />
  </>,
);
