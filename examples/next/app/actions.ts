'use server';

import { redirect } from 'next/navigation';
import { revalidatePath } from 'next/cache';
import { foyer } from '../foyer';

/** Changes the user's name in Foyer. A server action has its own address, so it checks who calls it. */
export async function rename(form: FormData) {
  await foyer.requireSession();
  const name = form.get('name');
  if (typeof name !== 'string') return;
  const client = await foyer.clientFor();
  await client.profile.update.mutate({ name });
  revalidatePath('/', 'layout');
}

export async function signOut() {
  const client = await foyer.clientFor();
  await client.session.signOut.mutate();
  redirect('/');
}
