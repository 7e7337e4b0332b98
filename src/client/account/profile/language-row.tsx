import { useEffect, useRef, useState } from 'react';
import { SelectField } from '../../ui/text-field.tsx';
import { isLocale, LANGUAGE_NAMES, LOCALES } from '../../../shared/locale.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { toActionError } from '../../errors.ts';
import { useLanguage } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Row, RowAction } from '../rows/row.tsx';
import { RowForm } from '../rows/row-form.tsx';
import { useRow } from '../rows/use-row.tsx';

export function LanguageRow({ profile }: { readonly profile: Profile }) {
  const { texts, speak } = useLanguage();
  const row = useRow();
  const [draft, setDraft] = useState<string | null>(null);
  const [isNotLoaded, setNotLoaded] = useState(false);
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onSuccess: async (saved) => {
      utils.profile.get.setData(undefined, saved);
      setDraft(null);
      const isLoaded = await speak(saved.locale).then(
        () => true,
        () => false,
      );
      setNotLoaded(!isLoaded);
      row.close(isLoaded ? { text: ({ ownLanguage }) => ownLanguage.saved } : undefined);
    },
  });
  const failure = update.error && toActionError(update.error);
  const wait = useRetryWait(failure);
  const cancel = () => {
    setDraft(null);
    update.reset();
    row.close();
  };
  const save = () => {
    if (update.isPending || wait > 0) return;
    if (isLocale(draft) && draft !== profile.locale) update.mutate({ locale: draft });
    else cancel();
  };

  return (
    <Row
      row={row}
      label={texts.language.label}
      isUnsaved={draft !== null && draft !== profile.locale}
      onCancel={cancel}
      actions={
        <RowAction
          isOpener
          label={texts.ownLanguage.change}
          onClick={() => {
            setNotLoaded(false);
            row.open();
          }}
        >
          {texts.common.change}
        </RowAction>
      }
      editor={
        <RowForm isPending={update.isPending} isDisabled={wait > 0} onSubmit={save} onCancel={cancel}>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <LanguageField value={draft ?? profile.locale} onChange={setDraft} />
        </RowForm>
      }
      problem={
        isNotLoaded && (
          <Notice tone="problem">
            <p>{texts.language.failed}</p>
          </Notice>
        )
      }
    >
      {!row.isOpen && <span lang={profile.locale}>{LANGUAGE_NAMES[profile.locale]}</span>}
    </Row>
  );
}

interface LanguageFieldProps {
  readonly value: string;
  readonly onChange: (locale: string) => void;
}

function LanguageField({ value, onChange }: LanguageFieldProps) {
  const { language, ownLanguage } = useLanguage().texts;
  const field = useRef<HTMLSelectElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <SelectField
      ref={field}
      aria-label={language.label}
      description={ownLanguage.hint}
      size="md"
      data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
