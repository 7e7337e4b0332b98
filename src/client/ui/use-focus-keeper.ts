import { useEffect, type RefObject } from 'react';

/**
 * A browser moves the focus to the whole page when the focused element is removed or disabled.
 * Here the heading above gets it, after pages had the chance to focus what appeared.
 */
export function useFocusKeeper(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = root.current;
    if (!area) return;
    /** The last focused element, and its ancestors in the area. */
    let path: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let element = target as Element | null; element; element = element.parentElement)
        path.push(element);
    };
    const restore = () => {
      const [last] = path;
      if (document.activeElement !== document.body || !last || canHaveFocus(last)) return;
      const place = path.find((element) => element.isConnected && element.querySelector(HEADINGS));
      // Without a place in the area, the whole page was replaced.
      const heading = (place ?? document).querySelector<HTMLElement>(HEADINGS);
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus();
    };
    // A browser takes the focus from a disabled element when it draws the next frame.
    const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(restore)));
    observer.observe(area, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
    area.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      area.removeEventListener('focusin', remember);
    };
  }, [root]);
}

const HEADINGS = 'h1, h2, h3';

function canHaveFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled, [hidden], [hidden] *');
}
