import classes from './delivery.module.css';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
}

export function CodeBlock({ label, text }: CodeBlockProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, also by keyboard
    <pre role="group" aria-label={label} tabIndex={0} className={classes['code']}>
      <code>{text}</code>
    </pre>
  );
}
