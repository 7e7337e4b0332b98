import { foyer } from '../../foyer';
import { signOut } from '../actions';

export default async function Orders() {
  // `proxy.ts` protects this path, but what the page shows must not depend on another file.
  const { user } = await foyer.requireSession();
  return (
    <>
      <h1>Orders of {user.name ?? user.email}</h1>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
