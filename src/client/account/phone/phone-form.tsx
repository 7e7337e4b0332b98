import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type SyntheticEvent,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { CountryCode, PhoneFault } from '../../../shared/phone.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { askAgain } from '../../ui/password/ask-again.ts';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import type { ClientError } from '../../errors.ts';
import { CountrySelect } from './country-select.tsx';
import { defaultCountry, listCountries } from './countries.ts';
import { countryIn, followTyping, inCountry, readPasted, readPhone, type Entry } from './typed-phone.ts';
import classes from './phone.module.css';
import { Filled } from '../../ui/filled.tsx';
import { useErrorWords } from '../../language/error-words.ts';
import { useLocale, useTexts } from '../../language/texts.ts';

export interface PhoneRequest {
  readonly phone: string;
  /** For a number that is not written internationally. */
  readonly country: CountryCode | null;
}

interface PhoneFormProps {
  readonly isPending: boolean;
  /** What came of `sent`. */
  readonly failure: ClientError | null;
  readonly sent: { readonly phone: string } | undefined;
  readonly onSend: (request: PhoneRequest) => void;
  readonly onCancel: () => void;
}

/** A number with its country, written as people there do while it is typed. */
export function PhoneForm({ isPending, failure, sent, onSend, onCancel }: PhoneFormProps) {
  const { phone: texts, common, errors } = useTexts();
  const words = useErrorWords();
  const locale = useLocale();
  const countries = useMemo(() => listCountries([locale]), [locale]);
  const [chosen, setChosen] = useState(() => defaultCountry(navigator.languages));
  const [entry, setEntry] = useState<Entry>({ text: '', caret: 0 });
  // The text that a fault is said of: the one that was left or sent, never one that is being typed.
  const [checked, setChecked] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wait = useRetryWait(failure);

  const { text } = entry;
  const country = countryIn(text, chosen);
  const parsed = readPhone(text, chosen);
  const refused = failure !== null && sent?.phone === text && isAboutNumber(failure) ? failure : null;
  const faultOf = (code: PhoneFault) => (text.trim() === '' ? texts.missing : sentence(errors[code]));
  const fault = checked === text && !parsed.ok ? faultOf(parsed.fault) : undefined;

  useEffect(() => field.current?.focus(), []);
  // Before the browser paints, which would show the caret jump to the end and back.
  useLayoutEffect(() => {
    if (field.current === document.activeElement) field.current?.setSelectionRange(entry.caret, entry.caret);
  }, [entry]);
  const isRefused = refused !== null && !isPending;
  useEffect(() => {
    if (isRefused) askAgain(field.current);
  }, [isRefused]);

  const type = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const caret = selectionStart ?? value.length;
    const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
    // Text that an input method has not finished belongs to it.
    setEntry(isComposing ? { text: value, caret } : followTyping(text, { value, caret, inputType }, chosen));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const whole = readPasted(event.clipboardData.getData('text'), chosen);
    if (whole === null || selectionStart !== 0 || selectionEnd !== value.length) return;
    event.preventDefault();
    setEntry({ text: whole, caret: whole.length });
  };
  const choose = (to: CountryCode) => {
    const rewritten = inCountry(text, to);
    setChosen(to);
    setEntry({ text: rewritten, caret: rewritten.length });
    setChecked(null);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(text);
    if (!parsed.ok) askAgain(field.current);
    else if (wait === 0 && !isPending) onSend({ phone: text, country: chosen });
  };

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {failure && !isAboutNumber(failure) && <ErrorNotice error={failure} takeFocus />}
      <div className={classes['fields']}>
        <CountrySelect countries={countries} value={country} onChange={choose} />
        <TextField
          ref={field}
          label={texts.number}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          size="md"
          value={text}
          onChange={type}
          onCompositionEnd={type}
          onPaste={paste}
          onBlur={() => setChecked(text === '' ? null : text)}
          error={fault ?? (refused && sentence(words(refused)))}
        />
      </div>
      <p aria-live="polite" className={classes['preview']}>
        {parsed.ok && !refused && (
          <Filled text={texts.codeGoesTo}>
            <strong>{parsed.phone.e164}</strong>
          </Filled>
        )}
      </p>
      <div className={classes['buttons']}>
        <Button type="submit" loading={isPending} disabled={wait > 0}>
          {texts.sendCode}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}

function sentence({ message, hint }: ErrorWords): string {
  return `${message} ${hint}`;
}

/** Said beside the field; everything else above the form. */
function isAboutNumber({ code }: ClientError): boolean {
  return code.startsWith('PHONE_') && code !== 'PHONE_SEND_FAILED';
}
