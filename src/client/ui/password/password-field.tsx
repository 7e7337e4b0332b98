import { useEffect, useState, type ComponentProps, type KeyboardEvent, type RefObject } from 'react';
import { TextField } from '../text-field.tsx';
import classes from './password-field.module.css';
import { useTexts } from '../../language/texts.ts';

interface PasswordFieldProps extends Pick<
  ComponentProps<typeof TextField>,
  'description' | 'error' | 'onInput' | 'readOnly' | 'required'
> {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Without a value, the field itself keeps what is typed. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/** Hidden again on submit, because browsers save only what is in a password field. */
export function PasswordField({ label, onChange, ref, ...rest }: PasswordFieldProps) {
  const texts = useTexts().password;
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);

  useEffect(() => {
    const form = input?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, [input]);

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'));
  return (
    <div>
      <TextField
        {...rest}
        ref={(element) => {
          setInput(element);
          if (ref) ref.current = element;
        }}
        label={label}
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        size="md"
        {...(onChange && { onChange: (event) => onChange(event.currentTarget.value) })}
        onKeyDown={noticeCapsLock}
        onKeyUp={noticeCapsLock}
        onBlur={() => setCapsLockOn(false)}
        rightSection={
          <button
            type="button"
            className={classes['toggle']}
            aria-label={isShown ? texts.hideField(label) : texts.showField(label)}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? texts.hide : texts.show}
          </button>
        }
      />
      <p role="status" className={classes['capsLock']}>
        {isCapsLockOn && texts.capsLock}
      </p>
    </div>
  );
}
