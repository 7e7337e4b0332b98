import type { ComponentProps, MouseEvent, SyntheticEvent } from 'react';
import { Anchor } from '../ui/anchor.tsx';
import { usePlace } from './page-context.ts';
import { loadPage, pageNameOf } from './pages.ts';

interface PageLinkProps extends Pick<ComponentProps<typeof Anchor>, 'children' | 'size' | 'aria-label'> {
  readonly href: string;
  /** The address when the link is followed, with what the person has typed meanwhile. */
  readonly currentHref?: () => string;
}

/** The next page's code loads when the pointer or the focus reaches the link. */
export function PageLink({ href, currentHref, ...rest }: PageLinkProps) {
  const { open } = usePlace();
  const prepare = ({ currentTarget: link }: SyntheticEvent<HTMLAnchorElement>) => {
    // For a new tab, which the browser opens with the link's own address.
    if (currentHref) link.href = currentHref();
    const name = pageNameOf(href);
    // The click tries again, and loads the whole page if that fails too.
    if (name) void loadPage(name).catch(() => {});
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(currentHref?.() ?? href);
  };
  return <Anchor {...rest} href={href} onPointerEnter={prepare} onFocus={prepare} onClick={follow} />;
}
