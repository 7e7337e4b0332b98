import type { ComponentProps, ReactNode } from 'react';
import { Changes } from './changes.tsx';
import classes from './list.module.css';

export function List(props: ComponentProps<'ul'>) {
  return <ul {...props} className={classes['list']} />;
}

interface ListItemProps extends ComponentProps<'li'> {
  readonly icon?: ReactNode;
  readonly iconTone?: 'plain' | 'problem';
  /** The name, and badges after it. */
  readonly name: ReactNode;
  readonly actions?: ReactNode;
  /** `quiet`: small links, which do not fill a narrow column. */
  readonly actionLook?: 'plain' | 'quiet';
  /** The actions fit beside the text also in a narrow column. */
  readonly isShort?: boolean;
  /** Stands below the text and the actions, such as a form. */
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}

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
      {actions !== undefined && (
        <Changes>
          <div className={classes['actions']}>{actions}</div>
        </Changes>
      )}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  );
}

export function ItemLabel({ children }: { readonly children: ReactNode }) {
  return <p className={classes['label']}>{children}</p>;
}

export function ItemDetails(props: ComponentProps<'p'>) {
  return <p {...props} className={classes['details']} />;
}
