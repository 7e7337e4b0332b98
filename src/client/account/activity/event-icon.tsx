import type { ReactNode } from 'react';
import { ACTIVITY_GROUPS, type ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { DevicesIcon } from '../../ui/device-icons.tsx';
import { DataIcon, KeyIcon, LeaveIcon, TerminalIcon } from '../../ui/icons.tsx';
import { MailIcon } from '../../ui/mail-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProblemIcon } from '../../ui/notice-icons.tsx';

const GROUP_ICONS: Readonly<Record<ActivityGroup, ReactNode>> = {
  'sign-ins': (
    <Icon>
      <path d="M10 4.5h6.5A2.5 2.5 0 0 1 19 7v10a2.5 2.5 0 0 1-2.5 2.5H10M3.5 12h10M10 8.5l3.5 3.5-3.5 3.5" />
    </Icon>
  ),
  methods: <KeyIcon />,
  contact: <MailIcon />,
  devices: <DevicesIcon />,
  'access-tokens': <TerminalIcon />,
  data: <DataIcon />,
};

const KIND_ICONS: Partial<Record<Activity['kind'], ReactNode>> = {
  'sign-in-failed': <ProblemIcon />,
  're-authentication-failed': <ProblemIcon />,
  'sign-out': <LeaveIcon />,
};

const GROUPS = Object.keys(ACTIVITY_GROUPS) as ActivityGroup[];

export function EventIcon({ kind }: Pick<Activity, 'kind'>) {
  const group = GROUPS.find((each) => (ACTIVITY_GROUPS[each] as readonly string[]).includes(kind));
  return KIND_ICONS[kind] ?? (group && GROUP_ICONS[group]);
}
