import { useState } from 'react';
import { SelectField } from '../../ui/text-field.tsx';
import { isLocale, LANGUAGE_NAMES, LOCALES } from '../../../shared/locale.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError } from '../../errors.ts';
import { useLanguage } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../section.tsx';

/** The language of the person's pages and mails. A choice is saved and used at once. */
export function LanguageSection({ profile }: { readonly profile: Profile }) {
  const { texts, speak } = useLanguage();
  const [isNotLoaded, setNotLoaded] = useState(false);
  const utils = trpc.useUtils();
  const update = trpc.profile.update.useMutation({
    onSuccess: async (saved) => {
      utils.profile.get.setData(undefined, saved);
      setNotLoaded(false);
      await speak(saved.locale).catch(() => setNotLoaded(true));
    },
  });
  const failure = update.error && toActionError(update.error);
  const wait = useRetryWait(failure);
  const choose = (value: string) => {
    if (isLocale(value) && wait === 0 && !update.isPending) update.mutate({ locale: value });
  };

  return (
    <Section title={texts.language.label} hint={texts.language.hint}>
      {failure && <ErrorNotice error={failure} takeFocus />}
      {isNotLoaded && (
        <Notice tone="problem">
          <p>{texts.language.failed}</p>
        </Notice>
      )}
      <SelectField
        aria-label={texts.language.label}
        size="md"
        data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
        value={(update.isPending && update.variables.locale) || profile.locale}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Section>
  );
}
