import { at } from '../base-path.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import navigation from './navigation.module.css';
import type { Section } from './sections.ts';
import { ShellFrame } from './shell-frame.tsx';
import classes from './shell.module.css';

interface LoadingShellProps {
  /** The name of the navigation. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** The path of the page, without the base path. */
  readonly path: string;
  readonly isWide?: boolean;
}

/** The page until its session is known. The server's document has it, too, so it uses no router. */
export function LoadingShell({ label, sections, path, isWide = false }: LoadingShellProps) {
  return (
    <ShellFrame
      isWide={isWide}
      menu={<span className={classes['nobody']} />}
      navigation={
        <nav aria-label={label} className={navigation['nav']}>
          <div className={navigation['links']}>
            {sections.map(({ to, isExact = false, Icon, name }) => (
              <a
                key={to}
                href={at(to)}
                className={navigation['link']}
                {...((path === to || (!isExact && path.startsWith(`${to}/`))) && { 'aria-current': 'page' })}
              >
                <Icon />
                {name}
              </a>
            ))}
          </div>
        </nav>
      }
    >
      <Skeleton rows={4} />
    </ShellFrame>
  );
}
