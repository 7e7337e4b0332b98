import { iconOf } from './icon.tsx';

export const PHONE_SHAPE = (
  <>
    <rect x="7" y="2.75" width="10" height="18.5" rx="2.75" />
    <path d="M11 18h2" />
  </>
);

export const PhoneIcon = iconOf(PHONE_SHAPE);
