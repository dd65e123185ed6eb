import { defineDefects } from '../kernel/deviation.ts'
import { author, book, member, seeded } from './samples.ts'

const fields = '/components/schemas/BookFields/properties'

/** Right bodies that are refused. */
export const defectsOfRefusing = defineDefects([
  {
    id: 'rejects-longest-title',
    class: 'D16',
    operationId: 'createBook',
    description: 'Refuses a title of exactly the greatest length.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: `${fields}/title/maxLength`, to: 119 },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, title: 'x'.repeat(120) } })),
  },
  {
    id: 'rejects-free-book',
    class: 'D16',
    operationId: 'replaceBook',
    description: 'Refuses a price of exactly zero.',
    expectedChecks: ['positive-data-acceptance', 'example-conformance'],
    edit: { at: `${fields}/price/minimum`, to: 0.01 },
    probe: async (send) => void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, price: 0 } })),
  },
  {
    id: 'rejects-null-subtitle',
    class: 'D16',
    operationId: 'replaceBook',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance', 'example-conformance'],
    edit: { at: `${fields}/subtitle/type`, to: 'string' },
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, subtitle: null } })),
  },
  {
    id: 'rejects-esperanto',
    class: 'D16',
    operationId: 'createBook',
    description: 'Refuses one of the languages.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/schemas/Language/enum', to: ['en', 'de', 'fr'] },
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, language: 'eo' } })),
  },
  {
    id: 'rejects-book-without-pages',
    class: 'D16',
    operationId: 'createBook',
    description: 'Insists on a property that may be left out.',
    expectedChecks: ['positive-data-acceptance'],
    edit: {
      at: '/components/schemas/BookFields/required',
      to: ['title', 'isbn', 'language', 'genres', 'price', 'edition', 'pageCount'],
    },
    probe: async (send) => void (await send('POST', '/books', { json: book })),
  },
  {
    id: 'rejects-most-devices',
    class: 'D16',
    operationId: 'createBook',
    description: 'Refuses the greatest count of devices, in a choice inside a choice.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/schemas/EbookEdition/properties/drm/oneOf/1/properties/devices/maximum', to: 5 },
    probe: async (send) => {
      const edition = { kind: 'ebook', formats: ['pdf'], drm: { scheme: 'keyed', devices: 6 } }
      await send('POST', '/books', { json: { ...book, edition } })
    },
  },
  {
    id: 'rejects-null-address',
    class: 'D16',
    operationId: 'createMember',
    description: 'Refuses the branch of a choice that is null.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/schemas/Member/properties/address/oneOf/1' },
    probe: async (send) => void (await send('POST', '/members', { json: { ...member, address: null } })),
  },
  {
    id: 'rejects-negative-year',
    class: 'D16',
    operationId: 'createAuthor',
    description: 'Refuses authors who were born before the year 0.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/components/schemas/Author/properties/born/minimum', to: 0 },
    probe: async (send) => void (await send('POST', '/authors', { json: { ...author, born: -3000 } })),
  },
  {
    id: 'rejects-own-example',
    class: 'D17',
    operationId: 'createAuthor',
    description: 'Refuses web sites that are not secure, as the one of its own example.',
    expectedChecks: ['positive-data-acceptance', 'example-conformance'],
    edit: { at: '/components/schemas/Author/properties/website/pattern', to: '^https:' },
    probe: async (send) =>
      void (await send('POST', '/authors', {
        json: { ...author, website: 'http://tagore.example.org/works' },
      })),
  },
  {
    id: 'rejects-return-without-body',
    class: 'D16',
    operationId: 'returnLoan',
    description: 'Insists on a body that may be left out.',
    expectedChecks: ['positive-data-acceptance'],
    edit: { at: '/paths/~1loans~1{loanId}~1return/post/requestBody/required', to: true },
    probe: async (send) => void (await send('POST', '/loans/50000000-0000-4000-8000-000000000001/return')),
  },
])
