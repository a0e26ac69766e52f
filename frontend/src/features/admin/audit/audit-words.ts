/** Text of the audit trail's filters, saved filters and export. English only. */

export const words = {
  group: 'Kind',
  everything: 'Everything',
  groups: {
    stories: 'Stories',
    users: 'Users',
    money: 'Money',
    prayers: 'Prayers',
    staff: 'Staff',
    operation: 'Documents & jobs',
  },
  reset: 'Show everything',
  peopleFailed: 'The names could not be loaded. You can still type one.',
  ofStory: (tail: string) => `story …${tail}`,
  openStory: (tail: string) => `Open story …${tail}`,

  saved: 'Saved filters',
  save: 'Save this filter',
  saveHint: 'Kept on this device only.',
  name: 'Name of the filter',
  saveIt: 'Save',
  noName: 'Please give the filter a name.',
  tooMany: (most: number) => `There are ${most} saved filters already. Please remove one first.`,
  notSaved: 'This browser keeps nothing, so the filter could not be saved.',
  remove: (name: string) => `Remove the filter ${name}`,
  removed: (name: string) => `The filter ${name} is removed.`,
  savedAs: (name: string) => `Saved as ${name}.`,

  export: 'Export as CSV',
  exportHint: 'The lines of this filter, at most the newest 100,000. The trail records the export.',
  exporting: 'Exporting…',
  done: 'The file is saved.',
  notExported: 'The lines could not be exported.',
};
