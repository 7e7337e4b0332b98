import type { UserState } from '../../shared/schemas/users.ts';
import { Badge } from '../account/badge.tsx';
import { useTexts } from '../language/texts.ts';

const TONES = { active: 'good', invited: 'plain', suspended: 'warning' } as const;

export function StateBadge({ state }: { readonly state: UserState }) {
  const { states } = useTexts().people;
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}
