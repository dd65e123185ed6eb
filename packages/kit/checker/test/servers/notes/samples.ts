/** A note that is there from the start. */
export const seededNote = '60000000-0000-4000-8000-000000000001'

/** A smallest note. */
export const note = { kind: 'text', title: 'Salt' } as const

/** A smallest checklist. */
export const checklist = { kind: 'checklist', title: 'Trip', items: [{ text: 'Passport' }] } as const
