import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type SyntheticEvent,
} from 'react';
import { TextField, focusAndSelect } from '../../ui/text-field.tsx';
import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { CountryCode, PhoneFault } from '../../../shared/phone.ts';
import { defaultCountry } from '../../../shared/phone-countries.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { RowForm } from '../rows/row-form.tsx';
import { CountrySelect } from './country-select.tsx';
import { listCountries } from './countries.ts';
import {
  detectCountry,
  formatInput,
  changeCountry,
  readPasted,
  readPhone,
  type Entry,
} from '../../ui/phone/phone-input.ts';
import classes from './phone.module.css';
import { InterpolatedText } from '../../ui/interpolated-text.tsx';
import { useErrorWords } from '../../language/error-words.ts';
import { useLocale, useTexts } from '../../language/texts.ts';

interface PhoneRequest {
  readonly phone: string;
  /** For a number in national format. */
  readonly country: CountryCode | null;
}

export interface PhoneDraft extends Entry {
  readonly country: CountryCode | null;
}

interface PhoneFormProps {
  readonly draft: PhoneDraft | null;
  readonly isPending: boolean;
  /** The failure of the request for `sent`. */
  readonly failure: PageError | null;
  readonly sent: { readonly phone: string } | undefined;
  readonly onChange: (draft: PhoneDraft) => void;
  readonly onSend: (request: PhoneRequest) => void;
  readonly onCancel: () => void;
}

export function PhoneForm(props: PhoneFormProps) {
  const { draft, isPending, failure, sent, onChange, onSend, onCancel } = props;
  const { phone: texts, errors } = useTexts();
  const words = useErrorWords();
  const locale = useLocale();
  const countries = useMemo(() => listCountries([locale]), [locale]);
  const [empty] = useState(() => ({ text: '', caret: 0, country: defaultCountry(navigator.languages) }));
  const entry: PhoneDraft = draft ?? empty;
  const chosen = entry.country;
  const setEntry = (newEntry: Entry) => onChange({ country: chosen, ...newEntry });
  // A fault is shown after blur or submit, not during typing.
  const [checkedText, setCheckedText] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wait = useRetryWait(failure);

  const { text } = entry;
  const country = detectCountry(text, chosen);
  const parsed = readPhone(text, chosen);
  const refused = failure !== null && sent?.phone === text && isAboutNumber(failure) ? failure : null;
  const faultOf = (code: PhoneFault) => (text.trim() === '' ? texts.missing : sentence(errors[code]));
  const fault = checkedText === text && !parsed.ok ? faultOf(parsed.fault) : undefined;

  useEffect(() => field.current?.focus(), []);
  // Runs before the browser paints. Otherwise the caret would jump to the end and back.
  useLayoutEffect(() => {
    if (field.current === document.activeElement) field.current?.setSelectionRange(entry.caret, entry.caret);
  }, [entry]);
  const isRefused = refused !== null && !isPending;
  useEffect(() => {
    if (isRefused) focusAndSelect(field.current);
  }, [isRefused]);

  const onInput = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const caret = selectionStart ?? value.length;
    const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
    // Unfinished text of an input method must not be changed.
    setEntry(isComposing ? { text: value, caret } : formatInput(text, { value, caret, inputType }, chosen));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const completeNumber = readPasted(event.clipboardData.getData('text'), chosen);
    if (completeNumber === null || selectionStart !== 0 || selectionEnd !== value.length) return;
    event.preventDefault();
    setEntry({ text: completeNumber, caret: completeNumber.length });
  };
  const choose = (to: CountryCode) => {
    const newText = changeCountry(text, to);
    onChange({ country: to, text: newText, caret: newText.length });
    setCheckedText(null);
    field.current?.focus();
  };
  const submit = () => {
    setCheckedText(text);
    if (!parsed.ok) focusAndSelect(field.current);
    else if (wait === 0 && !isPending) onSend({ phone: text, country: chosen });
  };

  return (
    <RowForm
      action={texts.sendCode}
      isPending={isPending}
      isDisabled={wait > 0}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {failure && !isAboutNumber(failure) && <ErrorNotice error={failure} takeFocus />}
      <p className={classes['hint']}>{texts.hint}</p>
      <div className={classes['fields']}>
        <CountrySelect countries={countries} value={country} onChange={choose} />
        <TextField
          ref={field}
          label={texts.number}
          name="phone"
          type="tel"
          inputMode="tel"
          dir="ltr"
          autoComplete="tel"
          size="md"
          value={text}
          onChange={onInput}
          onCompositionEnd={onInput}
          onPaste={paste}
          onBlur={() => setCheckedText(text === '' ? null : text)}
          error={fault ?? (refused && sentence(words(refused)))}
        />
      </div>
      <p aria-live="polite" className={classes['preview']}>
        {parsed.ok && !refused && (
          <InterpolatedText text={texts.codeGoesTo}>
            <strong>{parsed.phone.e164}</strong>
          </InterpolatedText>
        )}
      </p>
    </RowForm>
  );
}

function sentence({ message, hint }: ErrorWords): string {
  return `${message} ${hint}`;
}

/** Other failures are shown above the form. */
function isAboutNumber({ code }: PageError): boolean {
  return code.startsWith('PHONE_') && code !== 'PHONE_SEND_FAILED';
}
