import { foyer } from '../foyer';
import { rename, signOut } from './actions';

export default function Home() {
  return (
    <>
      <Greeting />
      <Profile />
    </>
  );
}

async function Greeting() {
  const session = await foyer.auth();
  return <h1>Hello{session ? ` ${session.user.name ?? session.user.email}` : ', whoever you are'}</h1>;
}

/** Next asks Foyer once for a page, although two components need the session. */
async function Profile() {
  const session = await foyer.auth();
  if (!session) return <a href={foyer.signInUrl('/')}>Sign in</a>;
  return (
    <>
      <form action={rename}>
        <label>
          Your name <input name="name" defaultValue={session.user.name ?? ''} autoComplete="name" required />
        </label>{' '}
        <button type="submit">Save</button>
      </form>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
