import classes from './switch.module.css';

interface SwitchProps {
  /** For screen readers. The text beside it is for the others. */
  readonly label: string;
  readonly isOn: boolean;
  /** The change is being saved. */
  readonly isBusy: boolean;
  readonly onChange: () => void;
}

/** Saves at once, so it needs no button. */
export function Switch({ label, isOn, isBusy, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-busy={isBusy}
      checked={isOn}
      onChange={() => !isBusy && onChange()}
      className={classes['switch']}
    />
  );
}
