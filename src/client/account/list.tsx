import type { ComponentProps, ReactNode } from 'react';
import classes from './list.module.css';

/** The rows of a card, with a line between them. */
export function List(props: ComponentProps<'ul'>) {
  return <ul {...props} className={classes['list']} />;
}

interface ListItemProps extends ComponentProps<'li'> {
  readonly icon?: ReactNode;
  readonly iconTone?: 'plain' | 'problem';
  /** The name, and badges after it. */
  readonly name: ReactNode;
  /** Buttons or links. */
  readonly actions?: ReactNode;
  /** `quiet`: small links, which stay below the text in a narrow column and do not fill it. */
  readonly actionLook?: 'plain' | 'quiet';
  /** The text is short, so that the actions fit beside it also in a narrow column. */
  readonly isShort?: boolean;
  /** Stands below the text and the actions, such as a form that an action opens. */
  readonly below?: ReactNode;
  /** The lines below the name. */
  readonly children?: ReactNode;
}

/** A row: icon, name with details, and actions. */
export function ListItem(props: ListItemProps) {
  const { icon, iconTone = 'plain', name, actions, actionLook = 'plain', ...others } = props;
  const { isShort = false, below, children, ...rest } = others;
  return (
    <li
      {...rest}
      className={classes['item']}
      data-actions={actionLook}
      {...(isShort && { 'data-short': true })}
    >
      <div className={classes['main']}>
        {icon !== undefined && (
          <span className={classes['icon']} data-tone={iconTone}>
            {icon}
          </span>
        )}
        <div className={classes['text']}>
          <p className={classes['name']}>{name}</p>
          {children}
        </div>
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  );
}

/** What the item is, such as an address, in the colour of the text. */
export function ItemLabel({ children }: { readonly children: ReactNode }) {
  return <p className={classes['label']}>{children}</p>;
}

/** A line of small print about the item. */
export function ItemDetails(props: ComponentProps<'p'>) {
  return <p {...props} className={classes['details']} />;
}
