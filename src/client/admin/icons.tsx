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

export const SearchIcon = iconOf(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);

export const KeyboardIcon = iconOf(
  <>
    <rect x="2.5" y="6" width="19" height="12" rx="2.5" />
    <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />
  </>,
);
export const ToDoIcon = iconOf(<circle cx="12" cy="12" r="9" strokeDasharray="3.5 3.5" />);
export const BrandIcon = iconOf(
  <>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 2-2s-.75-1.5-.75-2.25 .5-1.5 1.75-1.5h2a3.5 3.5 0 0 0 3.5-3.75c0-4.25-3.75-7.5-8.5-7.5Z" />
    <path d="M8 11.5h.01M10.5 7.75h.01M15 8.25h.01" />
  </>,
);
