import { useTexts } from '../../language/texts.ts';
import { Popover } from '../popover.tsx';
import { hiddenOf, type Column } from './data-table.tsx';
import classes from './toolbar.module.css';

interface ColumnsMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: string | undefined;
  /** `undefined`: the columns are those that nobody has chosen. */
  readonly onChange: (hidden: string | undefined) => void;
}

/** Every column can be left out but the first, which names the row, and the one with buttons. */
export function ColumnsMenu<Row>({ columns, hidden, onChange }: ColumnsMenuProps<Row>) {
  const { adminConsole: texts } = useTexts();
  const choices = columns.slice(1).filter(({ isForActions = false }) => !isForActions);
  const hiddenIds = hiddenOf(columns, hidden);
  const show = (id: string, isShown: boolean) => {
    const ids = choices
      .map((each) => each.id)
      .filter((each) => (each === id ? !isShown : hiddenIds.has(each)));
    const isUnchosen = ids.join('.') === [...hiddenOf(columns, undefined)].join('.');
    onChange(isUnchosen ? undefined : ids.join('.') || 'none');
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
