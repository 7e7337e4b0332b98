import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../../shared/locale.ts';
import { BRAND_WORDS } from '../../../shared/brand-fields.ts';
import type { BrandDraft, PresentBrand } from '../../../shared/schemas/brand.ts';
import { useTexts } from '../../language/texts.ts';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { FaultText } from './brand-fields.tsx';
import { textOf, withWord, type FieldFault } from './draft.ts';

interface WordFieldsProps {
  readonly draft: BrandDraft;
  readonly present: PresentBrand;
  readonly faults: readonly FieldFault[];
  /** Of the fields, and of the previews. */
  readonly locale: Locale;
  readonly onLocale: (locale: Locale) => void;
  readonly onChange: (change: (draft: BrandDraft) => BrandDraft) => void;
}

/** The chosen words of one language. */
export function WordFields({ draft, present, faults, locale, onLocale, onChange }: WordFieldsProps) {
  const { brandStudio: texts, language } = useTexts();
  const elsewhere = LOCALES.filter(
    (each) => each !== locale && faults.some((fault) => fault.field === 'words' && fault.locale === each),
  );
  return (
    <>
      <SelectField
        label={language.label}
        value={locale}
        data={LOCALES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
        error={
          elsewhere.length > 0 && texts.wrongIn(elsewhere.map((each) => LANGUAGE_NAMES[each]).join(', '))
        }
        onChange={({ currentTarget: { value } }) => {
          const chosen = LOCALES.find((each) => each === value);
          if (chosen) onLocale(chosen);
        }}
      />
      {BRAND_WORDS.map((word) => {
        const fault = faults.find((each) => each.locale === locale && each.word === word);
        return (
          <TextField
            key={word}
            label={texts.wordNames[word]}
            lang={locale}
            dir="auto"
            autoComplete="off"
            value={textOf(draft, present, { locale, word })}
            error={fault && <FaultText fault={fault} />}
            onChange={({ currentTarget: { value } }) =>
              onChange((last) => withWord(last, { locale, word, text: value }))
            }
          />
        );
      })}
    </>
  );
}
