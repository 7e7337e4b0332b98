export const deletionWords: string = 'mein Konto löschen';
