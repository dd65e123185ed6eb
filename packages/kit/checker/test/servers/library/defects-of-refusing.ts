import { fault } from '../kernel/deviation.ts'

const fields = '/components/schemas/BookFields/properties'

/** Right bodies that are refused. */
export const defectsOfRefusing = [
  // Refuses a title of exactly the greatest length.
  fault('rejects-longest-title', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: { at: `${fields}/title/maxLength`, to: 119 },
  }),
  // Refuses a price of exactly zero.
  fault('rejects-free-book', 'D16', 'replaceBook', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: `${fields}/price/minimum`, to: 0.01 },
  }),
  // Refuses null where it is allowed.
  fault('rejects-null-subtitle', 'D16', 'replaceBook', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: `${fields}/subtitle/type`, to: 'string' },
  }),
  // Refuses one of the languages.
  fault('rejects-esperanto', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Language/enum', to: ['en', 'de', 'fr'] },
  }),
  // Insists on a property that may be left out.
  fault('rejects-book-without-pages', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: {
      at: '/components/schemas/BookFields/required',
      to: ['title', 'isbn', 'language', 'genres', 'price', 'edition', 'pageCount'],
    },
  }),
  // Refuses the greatest count of devices, in a choice inside a choice.
  fault('rejects-most-devices', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/EbookEdition/properties/drm/oneOf/1/properties/devices/maximum', to: 5 },
  }),
  // Refuses the branch of a choice that is null.
  fault('rejects-null-address', 'D16', 'createMember', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Member/properties/address/oneOf/1' },
  }),
  // Refuses authors who were born before the year 0.
  fault('rejects-negative-year', 'D16', 'createAuthor', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Author/properties/born/minimum', to: 0 },
  }),
  // Refuses web sites that are not secure, as the one of its own example.
  fault('rejects-own-example', 'D17', 'createAuthor', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: '/components/schemas/Author/properties/website/pattern', to: '^https:' },
  }),
  // Insists on a body that may be left out.
  fault('rejects-return-without-body', 'D16', 'returnLoan', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1loans~1{loanId}~1return/post/requestBody/required', to: true },
  }),
]
