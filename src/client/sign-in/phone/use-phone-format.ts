import { useRef, type ClipboardEvent, type RefObject, type SyntheticEvent } from 'react';
import type { CountryCode } from '../../../shared/phone.ts';
import type * as PhoneInput from '../../ui/phone/phone-input.ts';

/** The rules are large, so they load when the person enters the field. Then the typed text is formatted. */
export function usePhoneFormat(
  number: RefObject<HTMLInputElement | null>,
  country: RefObject<HTMLSelectElement | null>,
) {
  const rules = useRef<typeof PhoneInput | null>(null);
  const lastText = useRef('');
  const awaitsFormat = useRef(false);

  const chosenCountry = () => (country.current?.value || null) as CountryCode | null;
  const show = (text: string, caret: number) => {
    const [field, list] = [number.current, country.current];
    if (!field || !list) return;
    lastText.current = text;
    if (field.value !== text) {
      field.value = text;
      if (field === document.activeElement) field.setSelectionRange(caret, caret);
    }
    const found = rules.current?.detectCountry(text, chosenCountry());
    // A number of several countries, or of one that is not offered, leaves the list as it is.
    if (found && [...list.options].some(({ value }) => value === found)) list.value = found;
  };
  const format = ({ value, selectionStart }: HTMLInputElement, inputType: string) => {
    awaitsFormat.current = !rules.current;
    if (!rules.current) return void (lastText.current = value);
    const change = { value, caret: selectionStart ?? value.length, inputType };
    const { text, caret } = rules.current.formatInput(lastText.current, change, chosenCountry());
    show(text, caret);
  };
  return {
    load: async () => {
      rules.current = await import('../../ui/phone/phone-input.ts').catch(() => null);
      if (awaitsFormat.current && number.current) format(number.current, '');
    },
    onInput: ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
      const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
      if (!isComposing) return format(currentTarget, inputType);
      // Unfinished text of an input method must not be changed.
      awaitsFormat.current = false;
      lastText.current = currentTarget.value;
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      const complete = rules.current?.readPasted(event.clipboardData.getData('text'), chosenCountry());
      if (!complete || selectionStart !== 0 || selectionEnd !== value.length) return;
      event.preventDefault();
      show(complete, complete.length);
    },
    onCountry: () => {
      const chosen = chosenCountry();
      if (!rules.current || !chosen || !number.current) return;
      const text = rules.current.changeCountry(number.current.value, chosen);
      number.current.value = text;
      lastText.current = text;
    },
  };
}
