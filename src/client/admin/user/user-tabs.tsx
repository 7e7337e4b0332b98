import { Tabs } from '@base-ui/react/tabs';
import type { User } from '../../../shared/schemas/users.ts';
import { useTexts } from '../../language/texts.ts';
import { ActivitySection } from './activity-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { SignInMethodsSection } from './sign-in-methods-section.tsx';
import classes from './user.module.css';

/** Beside the facts. Only the chosen part is read. */
export function UserTabs({ user }: { readonly user: User }) {
  const { person: texts } = useTexts();
  const parts = [
    { id: 'methods', name: texts.methodsTitle, content: <SignInMethodsSection user={user} /> },
    { id: 'devices', name: texts.devicesTitle, content: <DevicesSection user={user} /> },
    { id: 'activity', name: texts.activityTitle, content: <ActivitySection id={user.id} /> },
  ];
  return (
    <Tabs.Root defaultValue="methods" className={classes['tabs'] ?? ''}>
      <Tabs.List className={classes['tabList'] ?? ''}>
        {parts.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className={classes['tab'] ?? ''}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} className={classes['panel'] ?? ''}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
