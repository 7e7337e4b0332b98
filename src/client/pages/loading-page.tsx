import navigation from '../account/navigation.module.css';
import { accountSections, type Section } from '../account/sections.ts';
import { ShellFrame } from '../account/shell-frame.tsx';
import { adminSections } from '../admin/sections.ts';
import { at } from '../base-path.ts';
import { LoadingCard } from '../features/loading-card.tsx';
import { useTexts } from '../language/texts.ts';

interface LoadingPageProps {
  /** Without the base path. */
  readonly path: string;
}

/** What the server's document shows until the application has started: nothing for developers' pages. */
export function LoadingPage({ path }: LoadingPageProps) {
  const texts = useTexts();
  if (isBelow(path, '/account'))
    return (
      <ShellFrame
        navigation={
          <PlainSections label={texts.account.navigation} sections={accountSections(texts)} path={path} />
        }
      />
    );
  if (isBelow(path, '/dev') || isBelow(path, '/developers')) return null;
  if (!isBelow(path, '/admin')) return <LoadingCard />;
  return (
    <ShellFrame
      isWide
      navigation={
        <PlainSections label={texts.adminConsole.navigation} sections={adminSections(texts)} path={path} />
      }
    />
  );
}

interface PlainSectionsProps extends LoadingPageProps {
  readonly label: string;
  readonly sections: readonly Section[];
}

/** As `SectionLinks`, without the router. */
export function PlainSections({ label, sections, path }: PlainSectionsProps) {
  return (
    <nav aria-label={label} className={navigation['nav']}>
      <div className={navigation['links']}>
        {sections.map(({ to, isExact = false, Icon, name }) => (
          <a
            key={to}
            href={at(to)}
            className={navigation['link']}
            {...((isExact ? path === to : isBelow(path, to)) && { 'aria-current': 'page' })}
          >
            <Icon />
            {name}
          </a>
        ))}
      </div>
    </nav>
  );
}

function isBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}
