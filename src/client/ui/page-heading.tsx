import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import classes from './page-heading.module.css';

/** Whether some page has been shown since the application was loaded. */
export const HeadingFocusContext = createContext<RefObject<boolean>>({ current: false });

interface PageHeadingProps {
  /** The title in the browser's tab; the heading's own words unless given. */
  readonly title: string;
  readonly children?: ReactNode;
}

/**
 * The page's one `h1`. It names the document and, after a navigation inside the application, takes the focus, which is how
 * a screen reader learns that there is a new page. On the first load the browser announces the page itself.
 */
export function PageHeading({ title, children = title }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pageWasShown = useContext(HeadingFocusContext);

  useEffect(() => {
    document.title = `${title} · ${location.host}`;
  }, [title]);

  useEffect(() => {
    if (pageWasShown.current) heading.current?.focus();
    pageWasShown.current = true;
  }, [pageWasShown]);

  return (
    <h1 ref={heading} tabIndex={-1} className={classes['heading']}>
      {children}
    </h1>
  );
}
