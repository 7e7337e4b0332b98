/** The own fields of the application in the profile. */
export const ownFields = {
  yes: 'Yes',
  no: 'No',
  choose: 'Choose',
  change: (field: string) => `Change ${field}`,
  saved: (field: string) => `${field} is saved.`,
  removed: (field: string) => `${field} is removed.`,
};
