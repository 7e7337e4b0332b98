import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldArrow } from '../ui/text-field.tsx';
import classes from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A button that opens a box. Escape, a press outside and the focus outside close it. */
export function Popover({ label, children, className }: PopoverProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const box = details.current;
      if (box && target instanceof Node && !box.contains(target)) box.open = false;
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);
  return (
    <details ref={details} className={`${classes['popover']} ${className ?? ''}`}>
      <summary>
        {label}
        <FieldArrow />
      </summary>
      <div role="group" aria-label={label} className={classes['box']}>
        {children}
      </div>
    </details>
  );
}

/** Its button gets the focus, because an element of a closed box cannot keep it. */
export function closePopover(inside: HTMLElement): void {
  const details = inside.closest('details');
  if (details) details.open = false;
  details?.querySelector('summary')?.focus();
}

interface PopoverEntryProps extends ComponentProps<'button'> {
  /** For an action that ends or removes something. */
  readonly isDangerous?: boolean;
}

/** An action in the box, which closes. */
export function PopoverEntry({ onClick, ...props }: PopoverEntryProps) {
  return (
    <Button
      {...props}
      variant="subtle"
      fullWidth
      className={classes['entry']}
      onClick={(event) => {
        closePopover(event.currentTarget);
        onClick?.(event);
      }}
    />
  );
}
