import { useRef, type ReactNode } from 'react';
import { useTexts } from '../../language/texts.ts';
import admin from '../admin.module.css';
import classes from './data-table.module.css';
import { followRow, useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  readonly id: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** For a column that the list can be ordered by: what the first press of its heading does. */
  readonly order?: 'ascending' | 'descending';
  /** Buttons, whose heading only a screen reader needs. */
  readonly isForActions?: boolean;
  /** Has the room that the others leave, and is cut off where that is too little. */
  readonly isFlexible?: boolean;
  /** Left out until somebody asks for it. */
  readonly isOptional?: boolean;
  /** The first column has its value, too, and shows it where there is no room for this column. */
  readonly isInFirst?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What the address says about columns that are left out (`hiddenOf`). */
  readonly hidden?: string | undefined;
  /** The id of the column that orders the list; with `-` before it, the other way round. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** `first`: a narrow screen has the first column alone. `all`: it has a block for each row. */
  readonly narrow: 'first' | 'all';
  /** The rows are those of the last search. */
  readonly isOutdated?: boolean;
  /** Rows have a box, and the heading has one for all of them. */
  readonly selection?: Selection<Row>;
}

interface Selection<Row> {
  /** A narrow screen has the boxes only while this is set. */
  readonly isOn: boolean;
  readonly ids: { readonly has: (id: string) => boolean };
  readonly nameOf: (row: Row) => string;
  readonly onChange: (rows: readonly Row[], isSelected: boolean) => void;
}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, hidden, sort = '', onSort, narrow, isOutdated = false, selection } = props;
  const { adminConsole } = useTexts();
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const hiddenIds = hiddenOf(columns, hidden);
  const [first, ...others] = columns.filter(({ id }, index) => index === 0 || !hiddenIds.has(id));
  if (!first) return null;
  return (
    <div
      role="region"
      aria-label={adminConsole.tableOf(label)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- with many columns the table scrolls, also by keyboard
      tabIndex={0}
      className={classes['scroller']}
    >
      <table
        className={classes['table']}
        data-narrow={narrow}
        aria-busy={isOutdated}
        {...(selection?.isOn === true && { 'data-selecting': true })}
      >
        <thead>
          <tr>
            {selection && (
              <td data-box>
                <RowCheckbox
                  label={adminConsole.selectAll}
                  count={rows.filter(({ id }) => selection.ids.has(id)).length}
                  of={rows.length}
                  onChange={(isSelected) => selection.onChange(rows, isSelected)}
                />
              </td>
            )}
            {[first, ...others].map((column) => (
              <Heading key={column.id} column={column} {...{ sort, onSort }} />
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- for the pointer; the keyboard has the link */}
        <tbody ref={body} onClick={({ nativeEvent }) => followRow(nativeEvent)}>
          {rows.map((row) => (
            <tr key={row.id} tabIndex={-1}>
              {selection && (
                <td data-box>
                  <RowCheckbox
                    label={adminConsole.select(selection.nameOf(row))}
                    count={selection.ids.has(row.id) ? 1 : 0}
                    of={1}
                    onChange={(isSelected) => selection.onChange([row], isSelected)}
                  />
                </td>
              )}
              <th scope="row" {...roomOf(first)}>
                {first.cell(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.id}
                  {...roomOf(column)}
                  {...(column.isForActions ? { 'data-actions': true } : { 'data-name': column.name })}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function roomOf<Row>({ isFlexible = false, isInFirst = false }: Column<Row>) {
  return { ...(isFlexible && { 'data-flexible': true }), ...(isInFirst && { 'data-in-first': true }) };
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string;
  readonly onSort: ((sort: string) => void) | undefined;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { id, name, order, isForActions = false } = column;
  const room = { ...roomOf(column), ...(isForActions && { 'data-actions': true }) };
  if (!order || !onSort) {
    return (
      <th scope="col" {...room}>
        {isForActions ? <span className={admin['unseen']}>{name}</span> : name}
      </th>
    );
  }
  const other = order === 'ascending' ? 'descending' : 'ascending';
  const shown = sort === id ? order : sort === `-${id}` ? other : undefined;
  return (
    <th scope="col" {...room} {...(shown && { 'aria-sort': shown })}>
      <button type="button" className={classes['sort']} onClick={() => onSort(sort === id ? `-${id}` : id)}>
        {name}
        <svg aria-hidden="true" focusable="false" viewBox="0 0 16 16" data-order={shown}>
          <path d="M8 3.5v9M4.5 9 8 12.5 11.5 9" />
        </svg>
      </button>
    </th>
  );
}

interface RowCheckboxProps {
  readonly label: string;
  /** How many rows of it are selected. */
  readonly count: number;
  readonly of: number;
  readonly onChange: (isSelected: boolean) => void;
}

/** The label around it is as large as a finger. */
function RowCheckbox({ label, count, of, onChange }: RowCheckboxProps) {
  return (
    <label className={classes['box']}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < of;
        }}
        type="checkbox"
        aria-label={label}
        checked={count === of && of > 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

/** The ids in the address: `email.roles`, or `none`. Without them, the optional columns are left out. */
export function hiddenOf<Row>(
  columns: readonly Column<Row>[],
  hidden: string | undefined,
): ReadonlySet<string> {
  return new Set(hidden?.split('.') ?? columns.filter((each) => each.isOptional).map(({ id }) => id));
}
