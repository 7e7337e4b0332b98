import { iconOf } from './icon.tsx';
import classes from './icons.module.css';

export const CloseIcon = iconOf(<path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />);

export const UserIcon = iconOf(
  <>
    <circle cx="12" cy="8.5" r="3.75" />
    <path d="M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />
  </>,
);

export const KeyIcon = iconOf(
  <>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8-8M16 7.5l3 3" />
  </>,
);

export const DevicesIcon = iconOf(
  <>
    <path d="M11.5 17.5h-6A2.5 2.5 0 0 1 3 15V7.5A2.5 2.5 0 0 1 5.5 5h10A2.5 2.5 0 0 1 18 7.5" />
    <rect x="14.5" y="10.5" width="6.5" height="10" rx="1.75" />
    <path d="M8 20.5h3.5" />
  </>,
);

export const ActivityIcon = iconOf(<path d="M3.5 12.5H8l2.5-7 4 13 2.25-6h3.75" />);

export const TerminalIcon = iconOf(
  <>
    <rect x="3" y="4.5" width="18" height="15" rx="3" />
    <path d="m7.5 9.5 3 2.75-3 2.75M13 15h3.5" />
  </>,
);

export const DataIcon = iconOf(
  <>
    <path d="M7 3.5h7l4.5 4.5v10.5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z" />
    <path d="M12 10.5v6M9.3 14l2.7 2.7 2.7-2.7" />
  </>,
);

/** Points to the start of the line. The styles of its links mirror it from right to left. */
export const BackIcon = iconOf(<path d="M19 12H5.5M11 5.5 4.5 12l6.5 6.5" />);

export const LeaveIcon = iconOf(
  <path d="M14 4.5H7.5A2.5 2.5 0 0 0 5 7v10a2.5 2.5 0 0 0 2.5 2.5H14M11 12h9M17 8.5l3.5 3.5-3.5 3.5" />,
  classes['pointing'],
);

export const CopyIcon = iconOf(
  <>
    <rect x="8.5" y="8.5" width="12" height="12" rx="2.5" />
    <path d="M15.5 8.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5" />
  </>,
);

export const PlusIcon = iconOf(<path d="M12 5v14M5 12h14" />);

export const AdministrationIcon = iconOf(
  <>
    <path d="M4 7.5h8M17 7.5h3M4 16.5h3M12 16.5h8" />
    <circle cx="14.5" cy="7.5" r="2.5" />
    <circle cx="9.5" cy="16.5" r="2.5" />
  </>,
);
