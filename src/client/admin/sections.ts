import type { PageTexts } from '../../locales/texts.ts';
import type { Section } from '../account/sections.ts';
import { ActivityIcon, AdministrationIcon, DataIcon, KeyIcon, UserIcon } from '../ui/icons.tsx';
import { BrandIcon, JobsIcon, WebhooksIcon } from './icons.tsx';

interface ConsoleSection extends Section {
  /** The shortcut that leads there: one key after the other. */
  readonly keys?: string;
}

export const adminSections = ({ adminConsole: texts }: PageTexts): readonly ConsoleSection[] => [
  { to: '/admin', isExact: true, keys: 'g o', Icon: ActivityIcon, name: texts.overview },
  { to: '/admin/people', keys: 'g p', Icon: UserIcon, name: texts.people },
  { to: '/admin/service-keys', keys: 'g k', Icon: KeyIcon, name: texts.serviceKeys },
  { to: '/admin/webhooks', keys: 'g w', Icon: WebhooksIcon, name: texts.webhooks },
  { to: '/admin/audit-log', keys: 'g a', Icon: DataIcon, name: texts.auditLog },
  { to: '/admin/failed-jobs', keys: 'g f', Icon: JobsIcon, name: texts.failedJobs },
  { to: '/admin/brand', keys: 'g b', Icon: BrandIcon, name: texts.brand },
  { to: '/admin/settings', keys: 'g s', Icon: AdministrationIcon, name: texts.settings },
];
