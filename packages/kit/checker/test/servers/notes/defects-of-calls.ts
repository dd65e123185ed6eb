import { defineDefects } from '../kernel/deviation.ts'
import { note, seededNote } from './samples.ts'

const fields = '/components/schemas/NoteFields'

/** Calls that are judged, kept or listed wrongly. */
export const defectsOfCalls = defineDefects([
  {
    id: 'accepts-checklist-without-items',
    class: 'D15',
    operationId: 'notes.create',
    description: 'Does without what only one kind of note needs.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${fields}/then` },
    probe: async (send) =>
      void (await send('POST', '/notes.create', { json: { ...note, kind: 'checklist' } })),
  },
  {
    id: 'accepts-reminder-without-time',
    class: 'D15',
    operationId: 'notes.create',
    description: 'Does without a property that another one calls for.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${fields}/properties/reminder/dependentRequired` },
    probe: async (send) =>
      void (await send('POST', '/notes.create', { json: { ...note, reminder: { every_days: 3 } } })),
  },
  {
    id: 'accepts-long-extension',
    class: 'D15',
    operationId: 'notes.create',
    description: 'Takes texts of any length in properties whose names have a pattern.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${fields}/patternProperties/^x-/maxLength` },
    probe: async (send) =>
      void (await send('POST', '/notes.create', { json: { ...note, 'x-source': 'x'.repeat(21) } })),
  },
  {
    id: 'accepts-year-of-days',
    class: 'D14',
    operationId: 'notes.create',
    description: 'Takes the bound that is excluded.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: { at: `${fields}/properties/reminder/properties/every_days/exclusiveMaximum`, to: 367 },
    probe: async (send) => {
      const reminder = { at: '2026-01-05T08:00:00Z', every_days: 366 }
      await send('POST', '/notes.create', { json: { ...note, reminder } })
    },
  },
  {
    id: 'accepts-sharing-with-nobody',
    class: 'D15',
    operationId: 'notes.share',
    description: 'Takes a list none of whose items is of the form that one must have.',
    expectedChecks: ['negative-data-rejection'],
    edit: {
      at: '/paths/~1notes.share/post/requestBody/content/application~1json/schema/properties/with/properties/users/contains',
    },
    probe: async (send) =>
      void (await send('POST', '/notes.share', { json: { note_id: seededNote, with: { users: ['X'] } } })),
  },
  {
    id: 'rejects-smallest-font',
    class: 'D16',
    operationId: 'settings.put',
    description: 'Refuses a size of exactly the least.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/schemas/Settings/properties/font_size/minimum', to: 8.5 },
    probe: async (send) => void (await send('PUT', '/settings', { json: { theme: 'dark', font_size: 8 } })),
  },
  {
    id: 'rejects-null-body',
    class: 'D16',
    operationId: 'notes.update',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance'],
    edit: {
      at: '/paths/~1notes.update/patch/requestBody/content/application~1json/schema/properties/body/type',
      to: 'string',
    },
    probe: async (send) =>
      void (await send('PATCH', `/notes.update?id=${seededNote}`, { json: { body: null } })),
  },
  {
    id: 'reads-bare-dates',
    class: 'D19',
    operationId: 'changes',
    description: 'Waits for a plain segment where the document writes a matrix.',
    expectedChecks: ['positive-data-acceptance', 'operation-never-succeeded', 'example-conformance'],
    probe: async (send) => void (await send('GET', '/changes/;since=2025-01-01')),
  },
  {
    id: 'new-notes-are-pinned',
    class: 'D18',
    operationId: 'notes.create',
    description: 'Takes true where the documented default is false.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('POST', '/notes.create', { json: note })),
  },
  {
    id: 'pinned-note-not-kept',
    class: 'D23',
    operationId: 'notes.create',
    description: 'Forgets a new note that is pinned from the start.',
    expectedChecks: ['created-resource-unavailable', 'list-omits-created'],
    probe: async (send) => {
      const made = await send('POST', '/notes.create', { json: { ...note, is_pinned: true } })
      await send('GET', `/notes.get?id=${made.json.note?.id}`)
    },
  },
  {
    id: 'deleted-note-stays',
    class: 'D24',
    operationId: 'notes.delete',
    description: 'Says that a note was removed and keeps it.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', `/notes.delete?id=${seededNote}`)
      await send('GET', `/notes.get?id=${seededNote}`)
    },
  },
  {
    id: 'update-forgets-body',
    class: 'D26',
    operationId: 'notes.update',
    description: 'Empties a property that a change does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) =>
      void (await send('PATCH', `/notes.update?id=${seededNote}`, { json: { title: 'New' } })),
  },
  {
    id: 'settings-are-merged',
    class: 'D26',
    operationId: 'settings.put',
    description: 'Keeps what the new settings leave out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      await send('PUT', '/settings', { json: { theme: 'dark', signature: 'Me' } })
      await send('PUT', '/settings', { json: { theme: 'dark' } })
    },
  },
  {
    id: 'signature-is-not-told',
    class: 'D28',
    operationId: 'settings.put',
    description: 'Leaves out of its answer what it was sent and keeps.',
    expectedChecks: ['read-your-write'],
    probe: async (send) =>
      void (await send('PUT', '/settings', { json: { theme: 'dark', signature: 'Me' } })),
  },
  {
    id: 'next-page-skips-a-note',
    class: 'D29',
    operationId: 'notes.list',
    description: 'Leads to a next page that lacks one note.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/notes.list?count=2')),
  },
  {
    id: 'kind-filter-ignored',
    class: 'D29',
    operationId: 'notes.list',
    description: 'Lists notes of every kind whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/notes.list?kind=checklist')),
  },
])
