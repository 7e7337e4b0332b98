import type { ComponentType } from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import { ActivityIcon, DataIcon, DevicesIcon, KeyIcon, TerminalIcon, UserIcon } from '../ui/icons.tsx';

/** A link of the navigation. */
export interface Section {
  readonly to: string;
  /** The pages below its path belong to other sections. */
  readonly isExact?: true;
  readonly Icon: ComponentType;
  readonly name: string;
}

export const accountSections = ({
  accessTokens,
  account,
  activity,
  devices,
  yourData,
}: PageTexts): readonly Section[] => [
  { to: '/account', isExact: true, Icon: UserIcon, name: account.profile },
  { to: '/account/sign-in-methods', Icon: KeyIcon, name: account.signInMethods },
  { to: '/account/devices', Icon: DevicesIcon, name: devices.nav },
  { to: '/account/activity', Icon: ActivityIcon, name: activity.nav },
  { to: '/account/access-tokens', Icon: TerminalIcon, name: accessTokens.nav },
  { to: '/account/data', Icon: DataIcon, name: yourData.title },
];
