import { useTexts } from '../../language/texts.ts';
import { Popover } from '../popover.tsx';
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
  const choices = columns.slice(1).filter(({ isForActions = false }) => !isForActions);
  const hiddenIds = hiddenOf(hidden);
  const show = (id: string, isShown: boolean) => {
    const ids = choices
      .map((each) => each.id)
      .filter((each) => (each === id ? !isShown : hiddenIds.has(each)));
    onChange(ids.length === 0 ? undefined : ids.join('.'));
  };
  return (
    <Popover label={texts.columns} className={classes['columns']}>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={!hiddenIds.has(id)}
            onChange={({ currentTarget }) => show(id, currentTarget.checked)}
          />
          {name}
        </label>
      ))}
    </Popover>
  );
}
