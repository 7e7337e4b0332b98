import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { useTexts } from '../language/texts.ts';

/** The name of a role on pages: a word for the role of Foyer itself, and the declared name of every other. */
export function useRoleName(): (role: string) => string {
  const { administrator } = useTexts().people;
  return (role) => (role === ADMINISTRATOR ? administrator : role);
}
