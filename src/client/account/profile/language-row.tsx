import { useEffect, useRef, useState } from 'react';
import { SelectField } from '../../ui/text-field.tsx';
import { isLocale, LANGUAGE_NAMES, LOCALES } from '../../../shared/locale.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { Notice } from '../../ui/notice.tsx';
import { useLanguage } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { DraftFailure } from '../rows/row-failure.tsx';
import { Row, RowAction } from '../rows/row.tsx';
import { RowForm } from '../rows/row-form.tsx';
import { useOpenByLink } from '../rows/use-row.tsx';
import { useDraftRow } from './use-draft-row.ts';

export function LanguageRow({ profile }: { readonly profile: Profile }) {
  const { texts, speak } = useLanguage();
  const [isNotLoaded, setNotLoaded] = useState(false);
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onMutate: () => profile.locale,
    onSuccess: async (saved, _input, former) => {
      utils.profile.get.setData(undefined, saved);
      const isLoaded = await speak(saved.locale).then(
        () => true,
        () => false,
      );
      setNotLoaded(!isLoaded);
      if (!isLoaded) return closeSaved();
      closeSaved({
        subject: 'language',
        text: ({ toasts }) => toasts.languageSaved,
        undo: {
          isCurrent: async () => (await utils.client.profile.get.query()).locale === saved.locale,
          // The frame of the page then speaks the former language (`shell.tsx`).
          run: () => utils.client.profile.update.mutate({ locale: former }),
        },
      });
    },
  });
  const { row, text, isUnsaved, failure, setDraft, closeSaved, form } = useDraftRow({
    stored: profile.locale,
    update,
    send: (locale) => isLocale(locale) && update.mutate({ locale }),
  });
  useOpenByLink(row, 'language');
  return (
    <Row
      row={row}
      label={texts.language.label}
      isUnsaved={isUnsaved}
      onCancel={form.onCancel}
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
        <RowForm {...form}>
          {failure && <DraftFailure row={row} error={failure} />}
          <LanguageField value={text} onChange={setDraft} />
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
