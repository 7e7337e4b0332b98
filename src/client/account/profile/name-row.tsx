import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import type { Profile } from '../../../shared/schemas/profile.ts';
import type { PageError } from '../../errors.ts';
import { signalNames } from '../../features/passkeys/signal-names.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Row, RowAction } from '../rows/row.tsx';
import { DraftFailure } from '../rows/row-failure.tsx';
import { RowForm } from '../rows/row-form.tsx';
import type { RowState } from '../rows/row-state.ts';
import { useOpenByLink } from '../rows/use-row.tsx';
import { NotSet } from './not-set.tsx';
import { useDraftRow } from './use-draft-row.ts';

/** The name may be empty. */
export function NameRow({ profile }: { readonly profile: Profile }) {
  const { profile: texts, common } = useTexts();
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onMutate: () => profile.name,
    onSuccess: (saved, _input, former) => {
      utils.profile.get.setData(undefined, saved);
      utils.session.get.setData(
        undefined,
        (session) => session && { ...session, user: { ...session.user, name: saved.name } },
      );
      void signalNames(utils);
      closeSaved({
        subject: 'name',
        text: ({ toasts }) => (saved.name === null ? toasts.nameRemoved : toasts.nameSaved),
        undo: {
          isCurrent: async () => (await utils.client.profile.get.query()).name === saved.name,
          run: async () => {
            await utils.client.profile.update.mutate({ name: former });
            void signalNames(utils);
          },
        },
      });
    },
  });
  const { row, text, isUnsaved, failure, setDraft, closeSaved, form } = useDraftRow({
    stored: profile.name ?? '',
    update,
    send: (draft) => update.mutate({ name: draft.trim() === '' ? null : draft }),
  });
  useOpenByLink(row, 'name');
  return (
    <Row
      row={row}
      label={texts.name}
      isUnsaved={isUnsaved}
      onCancel={form.onCancel}
      actions={
        <RowAction
          isOpener
          label={profile.name === null ? texts.addName : texts.changeName}
          onClick={row.open}
        >
          {profile.name === null ? texts.add : common.change}
        </RowAction>
      }
      editor={<NameForm row={row} name={text} failure={failure} onChange={setDraft} {...form} />}
      problem={failure && !row.isOpen && <DraftFailure row={row} error={failure} />}
    >
      {!row.isOpen && (profile.name ?? <NotSet />)}
    </Row>
  );
}

interface NameFormProps {
  readonly row: RowState;
  readonly name: string;
  readonly failure: PageError | null;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (name: string) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

function NameForm({ row, name, failure, onChange, ...form }: NameFormProps) {
  const texts = useTexts().profile;
  const issue = useIssueOf()(failure, 'name');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (issue !== undefined) field.current?.focus();
  }, [issue]);
  return (
    <RowForm {...form}>
      {failure && issue === undefined && <DraftFailure row={row} error={failure} />}
      <TextField
        ref={field}
        aria-label={texts.name}
        description={texts.nameHint}
        name="name"
        autoComplete="name"
        size="md"
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={issue}
      />
    </RowForm>
  );
}
