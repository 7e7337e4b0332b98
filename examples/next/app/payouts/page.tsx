import { foyer } from '../../foyer';

/** Only for people who have shown a second factor within ten minutes. Foyer's page for it returns here. */
export default async function Payouts() {
  const { user } = await foyer.requireLevel(2);
  return <h1>Payouts of {user.name ?? user.email}</h1>;
}
