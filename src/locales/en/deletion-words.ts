/** Typed to delete an account. */
export const deletionWords: string = 'delete my account';
