import { useEffect, useRef } from 'react';
import { useTexts } from '../../language/texts.ts';
import { FieldArrow } from '../../ui/select-field.tsx';
import { hiddenOf, type Column } from './data-table.tsx';
import classes from './toolbar.module.css';

interface ColumnsMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: string | undefined;
  /** `undefined`: all columns are shown. */
  readonly onChange: (hidden: string | undefined) => void;
}

/** Every column can be left out but the first, which names the row, and the one with buttons. */
export function ColumnsMenu<Row>({ columns, hidden, onChange }: ColumnsMenuProps<Row>) {
  const { adminConsole: texts } = useTexts();
  const menu = useRef<HTMLDetailsElement>(null);
  const choices = columns.slice(1).filter(({ isForActions = false }) => !isForActions);
  const left = hiddenOf(hidden);
  const show = (id: string, isShown: boolean) => {
    const ids = choices.map((each) => each.id).filter((each) => (each === id ? !isShown : left.has(each)));
    onChange(ids.length === 0 ? undefined : ids.join('.'));
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
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
    <details ref={menu} className={classes['columns']}>
      <summary>
        {texts.columns}
        <FieldArrow />
      </summary>
      <div role="group" aria-label={texts.columns} className={classes['menu']}>
        {choices.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!left.has(id)}
              onChange={({ currentTarget }) => show(id, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}
