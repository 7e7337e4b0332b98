/** What a signed-in page loads after itself. */
export const laterPages = {
  toasts: {
    label: 'Messages',
    undo: 'Undo',
    undone: 'The change is undone.',
    changedSince: 'Nothing was undone: it was changed again in the meantime.',
    notUndone: 'This could not be undone.',
    nameSaved: 'Your name is saved.',
    nameRemoved: 'Your name is removed.',
    languageSaved: 'Your language is saved.',
    pictureSaved: 'Your picture is saved.',
    pictureRemoved: 'Your picture is removed.',
    fieldSaved: (field: string) => `${field} is saved.`,
    fieldRemoved: (field: string) => `${field} is removed.`,
  },

  /** The part of a new picture that is shown. */
  crop: {
    title: 'Choose what is shown',
    part: 'Part of the picture that is shown',
    partHint: 'Drag the picture, or move it with the arrow keys.',
    zoom: 'Zoom',
    zoomValue: (percent: number) => `${percent} %`,
    shows: (left: number, right: number, top: number, bottom: number) =>
      `Shows ${left} to ${right} % across, ${top} to ${bottom} % down.`,
    saving: 'Saving your picture …',
    use: 'Use this picture',
  },

  ownFields: {
    yes: 'Yes',
    no: 'No',
    choose: 'Choose',
    add: (field: string) => `Add ${field}`,
    change: (field: string) => `Change ${field}`,
  },
};
