import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { RowButtons } from '../rows/row-form.tsx';
import classes from './picture.module.css';

export type ProviderPicture = Pick<Account, 'provider' | 'providerAccountId'>;

interface PictureSourcesProps {
  /** The connected accounts whose pictures can be used. */
  readonly accounts: readonly Account[];
  readonly isBusy: boolean;
  /** The account whose picture is being fetched. */
  readonly pending: ProviderPicture | null;
  readonly onUpload: () => void;
  readonly onUse: (account: ProviderPicture) => void;
  readonly onCancel: () => void;
}

export function PictureSources(props: PictureSourcesProps) {
  const { accounts, isBusy, pending, onUpload, onUse, onCancel } = props;
  const { picture: texts, common } = useTexts();
  const providers = trpc.providers.list.useQuery(undefined, { enabled: accounts.length > 0 });
  const uploadButton = useRef<HTMLButtonElement>(null);
  useEffect(() => uploadButton.current?.focus(), []);
  const nameOf = ({ provider, label }: Account) => {
    const name = providers.data?.find(({ id }) => id === provider)?.name ?? provider;
    return accounts.filter((each) => each.provider === provider).length > 1 ? `${name} (${label})` : name;
  };
  return (
    <>
      <p className={classes['hint']}>
        {texts.kinds} <span className={classes['drop']}>{texts.drop}</span> {texts.hint}
      </p>
      <RowButtons>
        <Button ref={uploadButton} disabled={isBusy} onClick={onUpload}>
          {texts.upload}
        </Button>
        {accounts.map((account) => {
          const { provider, providerAccountId } = account;
          return (
            <Button
              key={`${provider}:${providerAccountId}`}
              variant="default"
              disabled={isBusy}
              loading={pending?.provider === provider && pending.providerAccountId === providerAccountId}
              onClick={() => onUse({ provider, providerAccountId })}
            >
              {texts.useFrom(nameOf(account))}
            </Button>
          );
        })}
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </RowButtons>
    </>
  );
}
