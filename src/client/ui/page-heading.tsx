import { createContext, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useBrand } from './brand.ts';
import classes from './page-heading.module.css';

/** Whether the application has shown a page before. */
export const HeadingFocusContext = createContext<RefObject<boolean>>({ current: false });

/** Takes the document's title while the server renders a page, because effects run only in a browser. */
export const TitleContext = createContext<((title: string) => void) | null>(null);

interface PageHeadingProps {
  /** Also the heading's text, by default. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** After a navigation the page's only `h1` takes the focus, so that a screen reader announces the page. */
export function PageHeading({ title, children = title }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pageWasShown = useContext(HeadingFocusContext);
  const { name } = useBrand();

  useContext(TitleContext)?.(title);
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);

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
