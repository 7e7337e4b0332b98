import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { accountChanges, accountPages, documents, waysOut } from '../../palette/account-palette.tsx';
import { findEntries, type PaletteEntry, type PaletteGroup } from '../../palette/entries.ts';
import { Palette } from '../../palette/palette.tsx';
import { trpc } from '../../trpc.ts';
import { useBrand } from '../../ui/brand.ts';
import { PlusIcon, UserIcon } from '../../ui/icons.tsx';
import { KeyboardIcon } from '../icons.tsx';
import { adminSections } from '../sections.ts';
import { useTypedSearch } from '../table/use-typed-search.ts';

interface ConsolePaletteProps {
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
}

export function ConsolePalette({ onShowShortcuts, onClose }: ConsolePaletteProps) {
  const texts = useTexts();
  const { account, palette, people, serviceKeys } = texts;
  const brand = useBrand();
  const [search, setSearch] = useState('');
  const [text, setText] = useTypedSearch(search, setSearch);
  const found = usePeople(text.trim(), search);
  const inAccount = (entry: PaletteEntry) => ({ ...entry, detail: account.yourAccount });
  const [form] = useState(() => ({ opensForm: Date.now() }));
  const pages: PaletteGroup = {
    name: palette.groups.pages,
    entries: [...adminSections(texts), ...accountPages(texts).map(inAccount)],
  };
  const actions: PaletteGroup = {
    name: palette.groups.actions,
    entries: [
      { to: '/admin/people', state: form, Icon: PlusIcon, name: people.invite },
      { to: '/admin/service-keys', state: form, Icon: PlusIcon, name: serviceKeys.newTitle },
      { to: '/admin/webhooks', state: form, Icon: PlusIcon, name: palette.newEndpoint },
      { act: onShowShortcuts, Icon: KeyboardIcon, name: palette.showShortcuts, keys: '?' },
      ...accountChanges(texts, form),
      ...waysOut(texts, brand),
    ],
  };
  const files: PaletteGroup = { name: palette.groups.documents, entries: documents(texts, brand) };
  return (
    <Palette
      hint={palette.consoleHint}
      text={text}
      onText={setText}
      groups={[...findEntries([pages, actions], text), ...found.groups, ...findEntries([files], text)]}
      isSearching={found.isSearching}
      onClose={onClose}
    />
  );
}

/** A single letter would find too many. */
const LEAST_LETTERS = 2;
const PEOPLE_SHOWN = 6;

/** The server finds people by the beginning of any word of their name and address. */
function usePeople(text: string, search: string) {
  const { palette, people: texts } = useTexts();
  const users = trpc.users.list.useQuery(
    { search, limit: PEOPLE_SHOWN },
    { enabled: search.length >= LEAST_LETTERS, placeholderData: keepPreviousData },
  );
  if (text.length < LEAST_LETTERS) return { groups: [], isSearching: false };
  const isCurrent = text === search && !users.isPlaceholderData;
  const found = {
    name: palette.groups.people,
    entries: (users.data?.people ?? []).map(({ id, name, email }) => ({
      to: `/admin/people/${id}`,
      Icon: UserIcon,
      name: name ?? email ?? texts.noName,
      detail: name === null ? undefined : (email ?? undefined),
    })),
  };
  if (!isCurrent || users.isPending) {
    // Of those found before, the ones that also have what was typed meanwhile.
    return { groups: findEntries([found], text), isSearching: !users.isError };
  }
  // The list has them all, and asks to verify where that is missing.
  const list = {
    to: '/admin/people',
    search: { search: text },
    Icon: UserIcon,
    name: palette.allFound(text),
  };
  const entries = users.isError || users.data.nextCursor !== null ? [...found.entries, list] : found.entries;
  return { groups: entries.length > 0 ? [{ ...found, entries }] : [], isSearching: false };
}
