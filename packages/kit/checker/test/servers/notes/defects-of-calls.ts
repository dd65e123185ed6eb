import { fault, invalidAccepted } from '../kernel/deviation.ts'

const fields = '/components/schemas/NoteFields'

/** Calls that are judged, kept or listed wrongly. */
export const defectsOfCalls = [
  // Does without what only one kind of note needs.
  fault('accepts-checklist-without-items', 'D15', 'notes.create', invalidAccepted, {
    edit: { at: `${fields}/then` },
  }),
  // Does without a property that another one calls for.
  fault('accepts-reminder-without-time', 'D15', 'notes.create', invalidAccepted, {
    edit: { at: `${fields}/properties/reminder/dependentRequired` },
  }),
  // Takes texts of any length in properties whose names have a pattern.
  fault('accepts-long-extension', 'D15', 'notes.create', invalidAccepted, {
    edit: { at: `${fields}/patternProperties/^x-/maxLength` },
  }),
  // Takes the bound that is excluded.
  fault('accepts-year-of-days', 'D14', 'notes.create', invalidAccepted, {
    edit: { at: `${fields}/properties/reminder/properties/every_days/exclusiveMaximum`, to: 367 },
  }),
  // Takes a list none of whose items is of the form that one must have.
  fault('accepts-sharing-with-nobody', 'D15', 'notes.share', ['negative-data-rejection'], {
    edit: {
      at: '/paths/~1notes.share/post/requestBody/content/application~1json/schema/properties/with/properties/users/contains',
    },
  }),
  // Looks for the item that one must have in the first place alone.
  fault('rejects-name-behind-another', 'D16', 'notes.share', ['positive-data-acceptance'], {
    edit: {
      at: '/paths/~1notes.share/post/requestBody/content/application~1json/schema/properties/with/properties/users/prefixItems',
      to: [{ type: 'string', pattern: '^[a-z]{2,12}$' }],
    },
  }),
  fault('rejects-smallest-font', 'D16', 'settings.put', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Settings/properties/font_size/minimum', to: 8.5 },
  }),
  fault('rejects-null-body', 'D16', 'notes.update', ['positive-data-acceptance'], {
    edit: {
      at: '/paths/~1notes.update/patch/requestBody/content/application~1json/schema/properties/body/type',
      to: 'string',
    },
  }),
  // Waits for a plain segment where the document writes a matrix.
  fault('reads-bare-dates', 'D19', 'changes', [
    'positive-data-acceptance',
    'operation-never-succeeded',
    'example-conformance',
  ]),
  fault('new-notes-are-pinned', 'D18', 'notes.create', ['default-not-applied']),
  fault('pinned-note-not-kept', 'D23', 'notes.create', [
    'created-resource-unavailable',
    'list-omits-created',
  ]),
  fault('deleted-note-stays', 'D24', 'notes.delete', ['use-after-delete', 'list-keeps-deleted']),
  fault('update-forgets-body', 'D26', 'notes.update', ['patch-merges']),
  fault('settings-are-merged', 'D26', 'settings.put', ['put-replaces']),
  // Leaves out of its answer what it was sent and keeps.
  fault('signature-is-not-told', 'D28', 'settings.put', ['read-your-write']),
  fault('next-page-skips-a-note', 'D29', 'notes.list', ['pagination-loses-or-repeats']),
  fault('kind-filter-ignored', 'D29', 'notes.list', ['filter-not-applied']),
]
