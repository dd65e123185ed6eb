import { fault } from '../kernel/deviation.ts'

const fields = '/components/schemas/BookFields/properties'

/** Right bodies that are refused. */
export const defectsOfRefusing = [
  fault('rejects-longest-title', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: { at: `${fields}/title/maxLength`, to: 119 },
  }),
  fault('rejects-free-book', 'D16', 'replaceBook', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: `${fields}/price/minimum`, to: 0.01 },
  }),
  fault('rejects-null-subtitle', 'D16', 'replaceBook', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: `${fields}/subtitle/type`, to: 'string' },
  }),
  fault('rejects-esperanto', 'D16', 'createBook', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Language/enum', to: ['en', 'de', 'fr'] },
  }),
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
  fault('rejects-null-address', 'D16', 'createMember', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Member/properties/address/oneOf/1' },
  }),
  fault('rejects-negative-year', 'D16', 'createAuthor', ['positive-data-acceptance'], {
    edit: { at: '/components/schemas/Author/properties/born/minimum', to: 0 },
  }),
  // Refuses web sites that are not secure, as the one of its own example.
  fault('rejects-own-example', 'D17', 'createAuthor', ['positive-data-acceptance', 'example-conformance'], {
    edit: { at: '/components/schemas/Author/properties/website/pattern', to: '^https:' },
  }),
  fault('rejects-return-without-body', 'D16', 'returnLoan', ['positive-data-acceptance'], {
    edit: { at: '/paths/~1loans~1{loanId}~1return/post/requestBody/required', to: true },
  }),
]
