/** Ids of what the library holds from the start. */
export const seeded = {
  author: '10000000-0000-4000-8000-000000000001',
  book: '20000000-0000-4000-8000-000000000001',
  member: '30000000-0000-4000-8000-000000000001',
} as const

/** A smallest book. */
export const book = {
  title: 'Plain',
  isbn: '9780000000017',
  language: 'en',
  genres: ['fiction'],
  price: 5,
  edition: { kind: 'print', binding: 'paperback' },
} as const

/** A smallest author. */
export const author = { name: 'Nora Plain', country: 'DK' } as const

/** A smallest member. */
export const member = {
  name: 'Pia',
  email: 'pia@example.org',
  password: 'long-enough',
  tier: 'plus',
} as const

/** A copy with all that a copy can have. */
export const copy = {
  barcode: 'ABC-000001',
  condition: 'good',
  acquiredOn: '2024-01-02',
  shelf: 'A 1',
} as const
