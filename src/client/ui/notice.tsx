import { useEffect, useRef, type ReactNode } from 'react';
import { CheckIcon, InfoIcon, ProblemIcon } from './notice-icons.tsx';
import classes from './notice.module.css';

const ICONS = { calm: InfoIcon, success: CheckIcon, problem: ProblemIcon } as const;

interface NoticeProps {
  readonly tone: keyof typeof ICONS;
  readonly title?: string;
  readonly children: ReactNode;
  /** For the answer to an action. */
  readonly takeFocus?: boolean;
}

/** Problems are announced at once, others when the screen reader pauses. */
export function Notice({ tone, title, children, takeFocus = false }: NoticeProps) {
  const Icon = ICONS[tone];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus) box.current?.focus();
  }, [takeFocus]);
  return (
    <div
      ref={box}
      role={tone === 'problem' ? 'alert' : 'status'}
      tabIndex={-1}
      data-tone={tone}
      className={classes['notice']}
    >
      <span className={classes['icon']}>
        <Icon />
      </span>
      <div className={classes['body']}>
        {title && <p className={classes['title']}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
