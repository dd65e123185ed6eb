import { fault, invalidAccepted } from '../kernel/deviation.ts'

const fields = '/components/schemas/BookFields/properties'

/** Wrong bodies that are taken, the fault at their top. */
export const defectsOfAccepting = [
  fault('accepts-long-title', 'D14', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/title/maxLength` },
  }),
  fault('accepts-missing-isbn', 'D13', 'createBook', invalidAccepted, {
    edit: {
      at: '/components/schemas/BookFields/required',
      to: ['title', 'language', 'genres', 'price', 'edition'],
    },
  }),
  fault('accepts-any-isbn', 'D14', 'replaceBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/isbn/pattern` },
  }),
  fault('accepts-same-genre-twice', 'D14', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/genres/uniqueItems` },
  }),
  // Takes a fraction where a whole number is due.
  fault('accepts-half-pages', 'D14', 'createBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/pageCount/type`, to: 'number' },
  }),
  fault('accepts-tenths-of-cents', 'D14', 'replaceBook', ['negative-data-rejection'], {
    edit: { at: `${fields}/price/multipleOf` },
  }),
  // Takes and keeps properties that the closed schema does not name.
  fault('accepts-unknown-book-field', 'D14', 'createBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/BookInput/unevaluatedProperties' },
  }),
  fault('accepts-any-email', 'D14', 'createMember', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/Member/properties/email/format' },
  }),
  fault('accepts-short-password', 'D14', 'createMember', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/Member/properties/password/minLength' },
  }),
  fault('accepts-empty-book-patch', 'D14', 'patchBook', ['negative-data-rejection'], {
    edit: { at: '/components/schemas/BookPatch/minProperties' },
  }),
  fault('accepts-member-patch-without-body', 'D13', 'patchMember', ['negative-data-rejection'], {
    edit: { at: '/paths/~1members~1{memberId}/patch/requestBody/required', to: false },
  }),
]
