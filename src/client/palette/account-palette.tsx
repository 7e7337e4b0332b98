import type { HistoryState } from '@tanstack/react-router';
import { useState } from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import type { Brand } from '../../shared/brand.ts';
import { accountSections } from '../account/sections.ts';
import { at } from '../base-path.ts';
import { useSession } from '../features/session/session.ts';
import { useTexts, withTexts } from '../language/texts.ts';
import { useBrand } from '../ui/brand.ts';
import {
  AdministrationIcon,
  BackIcon,
  DataIcon,
  LeaveIcon,
  PlusIcon,
  TerminalIcon,
  UserIcon,
} from '../ui/icons.tsx';
import { useIsReadOnly } from '../ui/page-state.ts';
import { findEntries, type PaletteEntry } from './entries.ts';
import { PALETTE_TEXTS } from './palette-texts.ts';
import { Palette } from './palette.tsx';

interface AccountPaletteProps {
  readonly onClose: () => void;
}

/** With its words. */
export const loadAccountPalette = withTexts(async () => AccountPalette, PALETTE_TEXTS);

function AccountPalette({ onClose }: AccountPaletteProps) {
  const texts = useTexts();
  const { account, palette } = texts;
  const brand = useBrand();
  const isAdministrator = useSession().data?.roles.includes(ADMINISTRATOR) ?? false;
  const isReadOnly = useIsReadOnly();
  const [text, setText] = useState('');
  const [state] = useState(() => ({ opensForm: Date.now() }));
  const administration = { to: '/admin', name: account.administration, Icon: AdministrationIcon };
  const groups = [
    {
      name: palette.groups.pages,
      entries: [...accountPages(texts), ...(isAdministrator ? [administration] : [])],
    },
    {
      name: palette.groups.actions,
      entries: [...(isReadOnly ? [] : accountChanges(texts, state)), ...waysOut(texts, brand)],
    },
    { name: palette.groups.documents, entries: documents(texts, brand) },
  ];
  return (
    <Palette
      hint={palette.hint}
      text={text}
      onText={setText}
      groups={findEntries(groups, text)}
      onClose={onClose}
    />
  );
}

export function accountPages(texts: PageTexts): readonly PaletteEntry[] {
  const { profile, signInMethods, devices, yourData } = texts.palette.also;
  const also: Readonly<Record<string, string>> = {
    '/account': profile,
    '/account/sign-in-methods': signInMethods,
    '/account/devices': devices,
    '/account/data': yourData,
  };
  return accountSections(texts).map(({ to, Icon, name }) => ({ to, Icon, name, also: also[to] ?? '' }));
}

/** `state` says when they were offered, so that each opens its form, also where the page is there already. */
export function accountChanges(
  { developers, palette, yourData }: PageTexts,
  state: HistoryState,
): readonly PaletteEntry[] {
  return [
    { to: '/account', hash: 'name', state, Icon: UserIcon, name: palette.changeName },
    { to: '/account', hash: 'language', state, Icon: UserIcon, name: palette.changeLanguage },
    { to: '/account/access-tokens', Icon: PlusIcon, name: developers.makeToken },
    { to: '/account/data', Icon: DataIcon, name: yourData.exportTitle },
    { to: '/account/data', Icon: UserIcon, name: yourData.deleteTitle },
  ];
}

export function waysOut({ account }: PageTexts, { appUrl, name }: Brand): readonly PaletteEntry[] {
  return [
    ...(appUrl === null ? [] : [{ href: appUrl, Icon: BackIcon, name: account.back(name) }]),
    { to: '/sign-out', Icon: LeaveIcon, name: account.signOut },
  ];
}

/** What the server serves beside the pages, and what the operator's brand names. */
export function documents(
  { common, developers, palette }: PageTexts,
  { links }: Brand,
): readonly PaletteEntry[] {
  const named = (['terms', 'privacy', 'support'] as const).flatMap((name) => {
    const href = links[name];
    return href === undefined ? [] : [{ href, Icon: DataIcon, name: common[name] }];
  });
  return [
    { to: '/developers', Icon: TerminalIcon, name: developers.title },
    { href: at('/openapi.json'), Icon: DataIcon, name: palette.openApi },
    { href: at('/.well-known/openid-configuration'), Icon: DataIcon, name: palette.signInMetadata },
    ...named,
  ];
}
