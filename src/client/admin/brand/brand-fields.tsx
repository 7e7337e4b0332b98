import { useRef, type ReactNode } from 'react';
import { BRAND_FILES, type BrandFileField } from '../../../shared/brand-fields.ts';
import type { BrandDraft, PresentBrand } from '../../../shared/schemas/brand.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextField, useFieldIds } from '../../ui/text-field.tsx';
import classes from './brand.module.css';
import { pixelsOf, readFiles, type FieldFault } from './draft.ts';

const NAME_MAX_LENGTH = 60;
const RADIUS_MAX = 24;
const FORMATS: Readonly<Record<BrandFileField, string>> = {
  logo: '.svg,.png,.webp',
  'logo-dark': '.svg,.png,.webp',
  font: '.woff2',
};

interface BrandFieldsProps {
  readonly draft: BrandDraft;
  readonly present: PresentBrand;
  /** The colour that is made from the light one, or the chosen one. */
  readonly darkAccent: string | undefined;
  readonly faults: readonly FieldFault[];
  readonly onChange: (change: (draft: BrandDraft) => BrandDraft) => void;
  /** `null`: the chosen files can be read. */
  readonly onFileFault: (field: BrandFileField, fault: FieldFault | null) => void;
}

export function BrandFields(props: BrandFieldsProps) {
  const { draft, present, darkAccent, faults, onChange, onFileFault } = props;
  const { brandStudio: texts } = useTexts();
  const accent = draft.accent ?? present.accent;
  const errorOf = (field: FieldFault['field']) => {
    const fault = faults.find((each) => each.field === field);
    return fault && <FaultText fault={fault} />;
  };
  const setAccent = (changed: Partial<PresentBrand['accent']>) =>
    onChange((last) => ({ ...last, accent: { ...(last.accent ?? present.accent), ...changed } }));

  return (
    <>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ currentTarget: { value } }) => onChange((last) => ({ ...last, name: value }))}
      />
      <ColourField
        label={texts.accent}
        description={texts.accentHint}
        value={accent.light}
        picked={accent.light}
        error={errorOf('accent')}
        onChange={(light) => setAccent({ light })}
      />
      <ColourField
        label={texts.accentDark}
        description={texts.accentDarkHint}
        value={accent.dark}
        picked={accent.dark || darkAccent}
        error={errorOf('accent-dark')}
        onChange={(dark) => setAccent({ dark })}
      />
      <RadiusField
        pixels={pixelsOf(draft.radius ?? present.radius)}
        error={errorOf('radius')}
        onChange={(pixels) => onChange((last) => ({ ...last, radius: `${pixels}px` }))}
      />
      {BRAND_FILES.map((field) => (
        <FileField
          key={field}
          field={field}
          names={draft.files[field]?.map(({ name }) => name) ?? present.files[field]}
          error={errorOf(field)}
          onFault={(fault) => onFileFault(field, fault)}
          onChange={(files) => onChange((last) => ({ ...last, files: { ...last.files, [field]: files } }))}
        />
      ))}
    </>
  );
}

/** In words of the page, and exactly as the start of Foyer says it. */
export function FaultText({ fault: { kind, wrong } }: { readonly fault: FieldFault }) {
  const { brandStudio: texts } = useTexts();
  return (
    <>
      {texts.faults[kind]}
      <span lang="en" dir="ltr" className={classes['exactly']}>
        {wrong}
      </span>
    </>
  );
}

interface ColourFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  /** What the picker shows. */
  readonly picked: string | undefined;
  readonly error: ReactNode;
  readonly onChange: (colour: string) => void;
}

function ColourField({ label, description, value, picked = '', error, onChange }: ColourFieldProps) {
  const { brandStudio: texts } = useTexts();
  return (
    <TextField
      label={label}
      description={description}
      value={value}
      error={error}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      maxLength={7}
      placeholder={picked}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      rightSection={
        <input
          type="color"
          aria-label={texts.pick(label)}
          className={classes['picker']}
          value={/^#[0-9a-f]{6}$/i.test(picked) ? picked : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}

interface RadiusFieldProps {
  readonly pixels: number;
  readonly error: ReactNode;
  readonly onChange: (pixels: number) => void;
}

function RadiusField({ pixels, error, onChange }: RadiusFieldProps) {
  const { brandStudio: texts } = useTexts();
  const { id, described } = useFieldIds({ error });
  return (
    <Field id={id} label={texts.radius} error={error}>
      <div className={classes['range']}>
        <input
          {...described}
          type="range"
          min={0}
          max={RADIUS_MAX}
          value={pixels}
          aria-valuetext={texts.pixels(pixels)}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
        <output htmlFor={id}>{texts.pixels(pixels)}</output>
      </div>
    </Field>
  );
}

interface FileFieldProps {
  readonly field: BrandFileField;
  readonly names: readonly string[];
  readonly error: ReactNode;
  readonly onFault: (fault: FieldFault | null) => void;
  /** An empty list takes the files away. */
  readonly onChange: (files: BrandDraft['files'][BrandFileField]) => void;
}

function FileField({ field, names, error, onFault, onChange }: FileFieldProps) {
  const { brandStudio: texts, common } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const label = texts.files[field];
  const { id, described } = useFieldIds({ error, description: texts.fileHints[field] });
  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const read = await readFiles(field, files);
    if ('kind' in read) return onFault(read);
    onFault(null);
    onChange(read);
  };
  return (
    <Field id={id} label={label} description={texts.fileHints[field]} error={error}>
      <div className={classes['file']}>
        <bdi className={classes['names']}>{names.length === 0 ? texts.noFile : names.join(', ')}</bdi>
        <Button
          id={id}
          variant="default"
          aria-label={texts.chooseFile(label)}
          {...(described['aria-describedby'] && { 'aria-describedby': described['aria-describedby'] })}
          {...(described['aria-invalid'] && { 'data-invalid': true })}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </Button>
        {names.length > 0 && (
          <Button
            variant="subtle"
            aria-label={texts.removeFile(label)}
            onClick={() => {
              onFault(null);
              onChange([]);
              document.getElementById(id)?.focus();
            }}
          >
            {common.remove}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={FORMATS[field]}
          multiple={field !== 'font'}
          hidden
          onChange={({ currentTarget }) => {
            void choose([...(currentTarget.files ?? [])]);
            // Without this, choosing the same file again would be no change.
            currentTarget.value = '';
          }}
        />
      </div>
    </Field>
  );
}
