import { accountSections } from '../account/sections.ts';
import { LoadingShell } from '../account/loading-shell.tsx';
import { adminSections } from '../admin/sections.ts';
import { useTexts } from '../language/texts.ts';

interface LoadingPageProps {
  /** Without the base path. */
  readonly path: string;
}

/** What the server's document shows until the application has started: nothing for pages without a shell. */
export function LoadingPage({ path }: LoadingPageProps) {
  const texts = useTexts();
  if (isBelow(path, '/account'))
    return <LoadingShell label={texts.account.navigation} sections={accountSections(texts)} path={path} />;
  if (!isBelow(path, '/admin')) return null;
  return (
    <LoadingShell label={texts.adminConsole.navigation} sections={adminSections(texts)} path={path} isWide />
  );
}

function isBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}
