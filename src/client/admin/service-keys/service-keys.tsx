import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  CreatedServiceKey,
  CreateServiceKeyInput,
  ServiceKey,
} from '../../../shared/schemas/service-keys.ts';
import { useNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import admin from '../admin.module.css';
import { QueryList } from '../query-list.tsx';
import { useAction } from '../use-action.ts';
import { useFormState } from '../use-form-state.ts';
import { ColumnsMenu } from '../table/columns-menu.tsx';
import { DataTable } from '../table/data-table.tsx';
import toolbar from '../table/toolbar.module.css';
import { inOrder, useKeyColumns } from './key-columns.tsx';
import { NewKeyForm } from './new-key-form.tsx';

const route = getRouteApi('/admin/service-keys');

export function ServiceKeysPage() {
  const { accessTokens, serviceKeys: texts } = useTexts();
  const utils = trpc.useUtils();
  const keys = trpc.serviceKeys.list.useQuery();
  const { notice, show, clear } = useNotice();
  const [isFormOpen, setFormOpen] = useFormState();
  /** Only in this state: nobody can show the key again. */
  const [created, setCreated] = useState<CreatedServiceKey | null>(null);
  const [keyToRevoke, setKeyToRevoke] = useState<ServiceKey | null>(null);
  const newKeyButton = useRef<HTMLButtonElement>(null);
  const readAgain = () => {
    void utils.serviceKeys.list.invalidate();
    void utils.audit.list.invalidate();
  };

  const create = useSensitiveMutation<CreateServiceKeyInput, CreatedServiceKey>({
    perform: (input) => utils.client.serviceKeys.create.mutate(input),
    storeAs: null,
    onSuccess: (newKey) => {
      setFormOpen(false);
      setCreated(newKey);
      readAgain();
    },
  });
  const revoke = useAction({
    perform: ({ id }: ServiceKey) => utils.client.serviceKeys.revoke.mutate({ id }),
    onSuccess: (_revoked, { id, name }) => {
      if (created?.serviceKey.id === id) setCreated(null);
      readAgain();
      show(({ serviceKeys }) => (
        <Notice tone="success" takeFocus>
          <p>{serviceKeys.revoked(name)}</p>
        </Notice>
      ));
    },
  });
  const search = route.useSearch();
  const navigate = useNavigate();
  const sort = search.sort ?? 'created';
  const change = (changes: typeof search) =>
    void navigate({
      to: '/admin/service-keys',
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    });
  const columns = useKeyColumns(keys.data ?? [], (key) => {
    clear();
    setKeyToRevoke(key);
    revoke.open();
  });
  /** The button takes the focus when it is rendered again. */
  const backToList = (close: () => void) => {
    flushSync(close);
    newKeyButton.current?.focus();
  };

  return (
    <>
      <div className={admin['top']}>
        <PageHeading title={texts.title} />
        {!isFormOpen && !created && (
          <Button
            ref={newKeyButton}
            leftSection={<PlusIcon size={16} />}
            onClick={() => {
              clear();
              create.reset();
              setFormOpen(true);
            }}
          >
            {texts.newTitle}
          </Button>
        )}
      </div>
      <p className={admin['muted']}>{texts.listHint}</p>
      {notice}
      {created && (
        <Section key={created.serviceKey.id} title={texts.readyTitle(created.serviceKey.name)}>
          <Notice tone="success" takeFocus>
            <p>{accessTokens.madeOnce}</p>
          </Notice>
          <CopyField label={texts.key} text={created.key} action={texts.copyKey} />
          <div>
            <Button onClick={() => backToList(() => setCreated(null))}>{accessTokens.done}</Button>
          </div>
        </Section>
      )}
      {isFormOpen && <NewKeyForm create={create} onCancel={() => backToList(() => setFormOpen(false))} />}
      <section aria-label={texts.listTitle} className={admin['card']}>
        <QueryList query={keys} isEmpty={!keys.data?.length} none={texts.none}>
          <div className={toolbar['toolbar']}>
            <ColumnsMenu columns={columns} hidden={search.hidden} onChange={(hidden) => change({ hidden })} />
          </div>
          <DataTable
            label={texts.listTitle}
            columns={columns}
            rows={inOrder(keys.data ?? [], sort)}
            hidden={search.hidden}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            narrow="all"
          />
        </QueryList>
      </section>
      <ActionDialog
        action={revoke}
        title={accessTokens.revokeTitle(keyToRevoke?.name ?? '')}
        meaning={texts.revokeMeaning}
        submit={accessTokens.revoke}
        isDangerous
        reason="none"
        onSubmit={() => keyToRevoke && revoke.run(keyToRevoke)}
      />
    </>
  );
}
