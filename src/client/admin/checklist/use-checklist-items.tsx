import type { ReactNode } from 'react';
import type { Checklist, ChecklistKey, ChecklistState } from '../../../shared/schemas/checklist.ts';
import { useNameList } from '../../language/name-list.ts';
import { useTexts } from '../../language/texts.ts';
import { TextLink } from '../../ui/links.tsx';

export interface ChecklistItem {
  readonly key: ChecklistKey;
  readonly name: string;
  readonly state: ChecklistState;
  readonly sentence: string;
  /** To the page of the console that has more. */
  readonly link: ReactNode;
  /** In the documentation. */
  readonly document: string;
}

/** The words for what the server found. */
export function useChecklistItems(checklist: Checklist): readonly ChecklistItem[] {
  const { checklist: texts } = useTexts();
  const listOf = useNameList();
  const { mail, provider, brand, secondFactor, backup, webhook, proxy } = checklist;
  const settings = (
    <TextLink to="/admin/settings" size="sm">
      {texts.seeSettings}
    </TextLink>
  );
  const missing = [
    ...(brand.hasName ? [] : [texts.brandParts.name]),
    ...(brand.hasLogo ? [] : [texts.brandParts.logo]),
    ...(brand.hasAccent ? [] : [texts.brandParts.accent]),
  ];
  const item = (key: ChecklistKey, rest: Pick<ChecklistItem, 'sentence' | 'link' | 'document'>) => ({
    key,
    name: texts.names[key],
    state: checklist[key].state,
    ...rest,
  });
  return [
    item('mail', {
      sentence:
        mail.waiting > 0
          ? texts.mailWaiting(mail.waiting)
          : mail.givenUp > 0
            ? texts.mailGivenUp(mail.givenUp)
            : mail.isOutbox
              ? texts.mailOpen
              : texts.mailDone,
      link:
        mail.givenUp > 0 ? (
          <TextLink to="/admin/failed-jobs" size="sm">
            {texts.seeFailedJobs}
          </TextLink>
        ) : (
          settings
        ),
      document: 'docs/settings.md',
    }),
    item('provider', {
      sentence:
        provider.unreachable.length > 0
          ? texts.providerBroken(listOf(provider.unreachable))
          : provider.count > 0
            ? texts.providerDone(provider.count)
            : texts.providerOpen,
      link: settings,
      document: 'docs/identity-providers.md',
    }),
    item('brand', {
      sentence: missing.length > 0 ? texts.brandOpen(listOf(missing)) : texts.brandDone,
      link: settings,
      document: 'docs/brand.md',
    }),
    item('secondFactor', {
      sentence: !secondFactor.isDemanded
        ? texts.secondFactorOptional
        : secondFactor.without > 0
          ? texts.secondFactorMissing(secondFactor.without)
          : texts.secondFactorDone,
      link: (
        <TextLink to="/admin/people" search={{ role: 'administrator' }} size="sm">
          {texts.seeAdministrators}
        </TextLink>
      ),
      document: 'docs/settings.md',
    }),
    item('backup', {
      sentence: backup.hasOpenRestore ? texts.restoreOpen : texts.databases[backup.database],
      link: null,
      document: 'docs/guides/backup-and-upgrade.md',
    }),
    item('webhook', {
      sentence:
        webhook.failing > 0
          ? texts.webhookBroken(webhook.failing)
          : webhook.enabled > 0
            ? texts.webhookDone(webhook.enabled)
            : texts.webhookOpen,
      link: (
        <TextLink to="/admin/webhooks" size="sm">
          {texts.seeWebhooks}
        </TextLink>
      ),
      document: 'docs/guides/webhooks.md',
    }),
    item('proxy', {
      sentence: proxy.problem === null ? texts.proxyDone : texts.proxies[proxy.problem],
      link: settings,
      document: 'docs/operating.md',
    }),
  ];
}
