import { iconOf } from './icon.tsx';

export const ProblemIcon = iconOf(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.4v.1" />
  </>,
);

export const InfoIcon = iconOf(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.6v.1" />
  </>,
);

export const CheckIcon = iconOf(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.3 2.8 2.7L16 9.6" />
  </>,
);
