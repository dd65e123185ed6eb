import { fault } from '../kernel/deviation.ts'
import { editItems, editJson, isSuccess, onlyWith } from '../kernel/spoils.ts'
import type { Author, Book, Member } from './store.ts'

/** Responses whose content is not what the document says. */
export const defectsOfBodies = [
  // Leaves a required property out.
  fault('book-without-version', 'D04', 'getBook', ['response-schema-conformance'], {
    spoil: editJson((value) => ({ ...value, version: undefined })),
  }),
  fault('listed-price-is-text', 'D05', 'listBooks', ['response-schema-conformance'], {
    spoil: editItems<Book>((item) => ({ ...item, price: `${item.price}` })),
  }),
  // Tells a day where a point of time is due.
  fault('author-time-is-no-time', 'D05', 'createAuthor', ['response-schema-conformance'], {
    spoil: editJson<Author>((value) => ({ ...value, createdAt: value.createdAt.slice(0, 10) })),
  }),
  // Answers a language outside the list, for books in one language only.
  fault('esperanto-told-by-name', 'D06', 'createBook', ['response-schema-conformance', 'read-your-write'], {
    spoil: editJson<Book>((value) => (value.language === 'eo' ? { ...value, language: 'Esperanto' } : value)),
  }),
  // Leaves a required property out on every page but the first.
  fault('second-page-without-restricted', 'D06', 'listBooks', ['response-schema-conformance'], {
    spoil: editItems((item, { query }) =>
      query.includes('cursor=') ? { ...item, restricted: undefined } : item,
    ),
  }),
  // Tells a subtitle as a list of lines, where there is one.
  fault('subtitle-told-as-list', 'D06', 'getBook', ['response-schema-conformance', 'read-your-write'], {
    spoil: editJson<Book>((value) =>
      typeof value.subtitle === 'string' ? { ...value, subtitle: [value.subtitle] } : value,
    ),
  }),
  // Tells the count of pages as text when it is the greatest allowed.
  fault(
    'longest-book-told-as-text',
    'D06',
    'replaceBook',
    ['response-schema-conformance', 'read-your-write'],
    {
      spoil: editJson<Book>((value) => (value.pageCount === 5000 ? { ...value, pageCount: '5000' } : value)),
    },
  ),
  // Leaves the address of a stream out, deep in two nested choices.
  fault(
    'stream-without-its-address',
    'D06',
    'createBook',
    ['response-schema-conformance', 'read-your-write'],
    {
      spoil: (reply) =>
        isSuccess(reply) && typeof reply.body === 'string'
          ? { ...reply, body: reply.body.replace(/"type":"stream","url":"[^"]*",/, '"type":"stream",') }
          : reply,
    },
  ),
  // Tells a property that the document does not know.
  fault('author-with-notes', 'D07', 'getAuthor', ['undocumented-properties'], {
    spoil: editJson((value) => ({ ...value, internalNotes: 'pays late' })),
  }),
  // Tells a property that the document does not know, deep in the items of a list.
  fault('listed-awards-with-jury', 'D07', 'listAuthors', ['undocumented-properties'], {
    spoil: editItems((item) => ({ ...item, awards: [{ title: 'Prize', jury: 'Academy' }] })),
  }),
  fault(
    'member-tells-password',
    'D08',
    'getMember',
    ['response-schema-conformance', 'undocumented-properties'],
    {
      spoil: editJson((value) => ({ ...value, password: 'open-sesame' })),
    },
  ),
  // Echoes the password, for members of the highest tier only.
  fault(
    'new-member-tells-password',
    'D08',
    'createMember',
    ['response-schema-conformance', 'undocumented-properties'],
    {
      spoil: editJson<Member>((value) =>
        value.tier === 'patron' ? { ...value, password: 'as it was sent' } : value,
      ),
    },
  ),
  // Answers what is no JSON.
  fault('copies-with-trailing-comma', 'D12', 'listCopies', ['response-schema-conformance'], {
    spoil: onlyWith(200, (reply) => ({ ...reply, body: String(reply.body).replace(/\]$/, ',]') })),
  }),
]
