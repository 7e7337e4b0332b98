import type { Dependencies } from '../../dependencies.ts';

/** The name that people read; the id where the client is not declared any more. */
export function clientName({ oauthClients }: Pick<Dependencies, 'oauthClients'>, id: string): string {
  return oauthClients.get(id)?.name ?? id;
}
