import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { useTexts } from '../language/texts.ts';
import type { UserState } from '../../shared/schemas/users.ts';
import { Badge } from '../ui/badge.tsx';

/** Foyer's own role has a translated word. Every other has its declared name, with a capital letter. */
export function useRoleName(): (role: string) => string {
  const { administrator } = useTexts().people;
  return (role) => (role === ADMINISTRATOR ? administrator : role.charAt(0).toUpperCase() + role.slice(1));
}

const TONES = { active: 'good', invited: 'plain', suspended: 'warning' } as const;

export function StateBadge({ state }: { readonly state: UserState }) {
  const { states } = useTexts().people;
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}
