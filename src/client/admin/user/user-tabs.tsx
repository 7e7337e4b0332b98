import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { User } from '../../../shared/schemas/users.ts';
import { useTexts } from '../../language/texts.ts';
import admin from '../admin.module.css';
import { ActivitySection } from './activity-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { SignInMethodsSection } from './sign-in-methods-section.tsx';
import classes from './user.module.css';

/** Beside the facts. Only the chosen part is read. The pattern "Tabs" of the ARIA Authoring Practices Guide. */
export function UserTabs({ user }: { readonly user: User }) {
  const { person: texts } = useTexts();
  const panelId = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const parts = [
    { name: texts.methodsTitle, content: <SignInMethodsSection user={user} /> },
    { name: texts.devicesTitle, content: <DevicesSection user={user} /> },
    { name: texts.activityTitle, content: <ActivitySection id={user.id} /> },
  ];
  const [chosen, setChosen] = useState(0);
  const move = ({ key, currentTarget }: KeyboardEvent) => {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
    const isForward = (key === 'ArrowRight') === (getComputedStyle(currentTarget).direction !== 'rtl');
    const next = (chosen + (isForward ? 1 : parts.length - 1)) % parts.length;
    setChosen(next);
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={classes['tabs']}>
      <div ref={tabs} role="tablist" tabIndex={-1} className={classes['tabList']} onKeyDown={move}>
        {parts.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${panelId}-${index}`}
            aria-selected={index === chosen}
            aria-controls={panelId}
            tabIndex={index === chosen ? 0 : -1}
            className={classes['tab']}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen}`} className={admin['card']}>
        {parts[chosen]?.content}
      </div>
    </div>
  );
}
