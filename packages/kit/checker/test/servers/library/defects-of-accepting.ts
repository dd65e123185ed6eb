import { defineDefects } from '../kernel/deviation.ts'
import { book, member, seeded } from './samples.ts'

const fields = '/components/schemas/BookFields/properties'

/** Wrong bodies that are taken, the fault at their top. */
export const defectsOfAccepting = defineDefects([
  {
    id: 'accepts-long-title',
    class: 'D14',
    operationId: 'createBook',
    description: 'Takes titles of any length.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/title/maxLength` },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, title: 'x'.repeat(121) } })),
  },
  {
    id: 'accepts-missing-isbn',
    class: 'D13',
    operationId: 'createBook',
    description: 'Takes a book without an ISBN.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    edit: {
      at: '/components/schemas/BookFields/required',
      to: ['title', 'language', 'genres', 'price', 'edition'],
    },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, isbn: undefined } })),
  },
  {
    id: 'accepts-any-isbn',
    class: 'D14',
    operationId: 'replaceBook',
    description: 'Does not look at the form of the ISBN.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/isbn/pattern` },
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, isbn: '123' } })),
  },
  {
    id: 'accepts-same-genre-twice',
    class: 'D14',
    operationId: 'createBook',
    description: 'Takes a list with the same genre twice.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/genres/uniqueItems` },
    probe: async (send) =>
      void (await send('POST', '/books', { json: { ...book, genres: ['poetry', 'poetry'] } })),
  },
  {
    id: 'accepts-half-pages',
    class: 'D14',
    operationId: 'createBook',
    description: 'Takes a fraction where a whole number is due.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/pageCount/type`, to: 'number' },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, pageCount: 2.5 } })),
  },
  {
    id: 'accepts-tenths-of-cents',
    class: 'D14',
    operationId: 'replaceBook',
    description: 'Takes a price that is no whole number of cents.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: `${fields}/price/multipleOf` },
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, price: 1.005 } })),
  },
  {
    id: 'accepts-unknown-book-field',
    class: 'D14',
    operationId: 'createBook',
    description: 'Takes and keeps properties that the closed schema does not name.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/BookInput/unevaluatedProperties' },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, colour: 'red' } })),
  },
  {
    id: 'accepts-any-email',
    class: 'D14',
    operationId: 'createMember',
    description: 'Takes any text as an address for e-mail.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/Member/properties/email/format' },
    probe: async (send) => void (await send('POST', '/members', { json: { ...member, email: 'nobody' } })),
  },
  {
    id: 'accepts-short-password',
    class: 'D14',
    operationId: 'createMember',
    description: 'Takes passwords of any length.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/Member/properties/password/minLength' },
    probe: async (send) => void (await send('POST', '/members', { json: { ...member, password: 'short' } })),
  },
  {
    id: 'accepts-empty-book-patch',
    class: 'D14',
    operationId: 'patchBook',
    description: 'Takes a patch that changes nothing.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/components/schemas/BookPatch/minProperties' },
    probe: async (send) =>
      void (await send('PATCH', `/books/${seeded.book}`, {
        json: {},
        headers: { 'content-type': 'application/merge-patch+json' },
      })),
  },
  {
    id: 'accepts-member-patch-without-body',
    class: 'D13',
    operationId: 'patchMember',
    description: 'Does without the body that it needs.',
    expectedChecks: ['negative-data-rejection'],
    edit: { at: '/paths/~1members~1{memberId}/patch/requestBody/required', to: false },
    probe: async (send) => void (await send('PATCH', `/members/${seeded.member}`)),
  },
])
