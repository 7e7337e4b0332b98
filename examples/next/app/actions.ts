'use server';

import { redirect } from 'next/navigation';
import { revalidatePath } from 'next/cache';
import { foyer } from '../foyer';

/** Calls Foyer in the person's name. A server action is an address of its own, so it asks who calls it. */
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
