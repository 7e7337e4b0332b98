import type { PageTexts } from '../../locales/texts.ts';
import type { Section } from '../account/sections.ts';
import { ActivityIcon, DataIcon, KeyIcon, UserIcon } from '../ui/icons.tsx';
import { JobsIcon, WebhooksIcon } from './icons.tsx';

export const adminSections = ({ adminConsole: texts }: PageTexts): readonly Section[] => [
  { to: '/admin', isExact: true, Icon: ActivityIcon, name: texts.overview },
  { to: '/admin/people', Icon: UserIcon, name: texts.people },
  { to: '/admin/service-keys', Icon: KeyIcon, name: texts.serviceKeys },
  { to: '/admin/webhooks', Icon: WebhooksIcon, name: texts.webhooks },
  { to: '/admin/audit-log', Icon: DataIcon, name: texts.auditLog },
  { to: '/admin/failed-jobs', Icon: JobsIcon, name: texts.failedJobs },
];
