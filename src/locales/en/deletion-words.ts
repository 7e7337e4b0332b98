/** What a person types to delete their account. */
export const deletionWords: string = 'delete my account';
