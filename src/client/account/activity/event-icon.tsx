import type { ReactNode } from 'react';
import { ACTIVITY_GROUPS, type ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { DataIcon, DevicesIcon, KeyIcon, LeaveIcon, TerminalIcon } from '../../ui/icons.tsx';
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
  administration: <TerminalIcon />,
};

const AUTHENTICATOR_ICON = (
  <Icon>
    <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
    <path d="M9.5 12h.01M12 12h.01M14.5 12h.01M11 18.5h2" />
  </Icon>
);

const SHIELD_ICON = (
  <Icon>
    <path d="M12 3 5 5.5v6c0 4.3 2.9 7.6 7 9.5 4.1-1.9 7-5.2 7-9.5v-6L12 3Z" />
    <path d="m9 12 2 2 4-4" />
  </Icon>
);

const KIND_ICONS: Partial<Record<Activity['kind'], ReactNode>> = {
  'sign-in-failed': <ProblemIcon />,
  're-authentication-failed': <ProblemIcon />,
  'first-factor-passed': <ProblemIcon />,
  'sign-out': <LeaveIcon />,
  'authenticator-app-added': AUTHENTICATOR_ICON,
  'authenticator-app-removed': AUTHENTICATOR_ICON,
  'recovery-codes-created': SHIELD_ICON,
  'recovery-code-used': SHIELD_ICON,
  'browser-trusted': SHIELD_ICON,
  'browser-trust-ended': SHIELD_ICON,
  'second-factor-removal-requested': SHIELD_ICON,
  'second-factor-removal-stopped': SHIELD_ICON,
  'second-factor-removed': SHIELD_ICON,
};

const GROUPS = Object.keys(ACTIVITY_GROUPS) as ActivityGroup[];

export function EventIcon({ kind }: Pick<Activity, 'kind'>) {
  const group = GROUPS.find((each) => (ACTIVITY_GROUPS[each] as readonly string[]).includes(kind));
  return KIND_ICONS[kind] ?? (group && GROUP_ICONS[group]);
}
