import { defineDefects } from '../kernel/deviation.ts'
import { editItems, editJson, isSuccess, onlyWith } from '../kernel/spoils.ts'
import { audioBook, author, book, member, seeded } from './samples.ts'
import type { Author, Book, Member } from './store.ts'

/** Responses whose content is not what the document says. */
export const defectsOfBodies = defineDefects([
  {
    id: 'book-without-version',
    class: 'D04',
    operationId: 'getBook',
    description: 'Leaves a required property out.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson((value) => ({ ...value, version: undefined })),
    probe: async (send) => void (await send('GET', `/books/${seeded.book}`)),
  },
  {
    id: 'listed-price-is-text',
    class: 'D05',
    operationId: 'listBooks',
    description: 'Tells the prices as text in the list.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editItems<Book>((item) => ({ ...item, price: `${item.price}` })),
    probe: async (send) => void (await send('GET', '/books')),
  },
  {
    id: 'author-time-is-no-time',
    class: 'D05',
    operationId: 'createAuthor',
    description: 'Tells a day where a point of time is due.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<Author>((value) => ({ ...value, createdAt: value.createdAt.slice(0, 10) })),
    probe: async (send) => void (await send('POST', '/authors', { json: author })),
  },
  {
    id: 'esperanto-told-by-name',
    class: 'D06',
    operationId: 'createBook',
    description: 'Answers a language outside the list, for books in one language only.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: editJson<Book>((value) => (value.language === 'eo' ? { ...value, language: 'Esperanto' } : value)),
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, language: 'eo' } })),
  },
  {
    id: 'second-page-without-restricted',
    class: 'D06',
    operationId: 'listBooks',
    description: 'Leaves a required property out on every page but the first.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editItems((item, { query }) =>
      query.includes('cursor=') ? { ...item, restricted: undefined } : item,
    ),
    probe: async (send) => {
      const first = await send('GET', '/books?limit=2')
      await send('GET', `/books?limit=2&cursor=${first.json.nextCursor}`)
    },
  },
  {
    id: 'subtitle-told-as-list',
    class: 'D06',
    operationId: 'getBook',
    description: 'Tells a subtitle as a list of lines, where there is one.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: editJson<Book>((value) =>
      typeof value.subtitle === 'string' ? { ...value, subtitle: [value.subtitle] } : value,
    ),
    probe: async (send) => {
      const made = await send('POST', '/books', { json: { ...book, subtitle: 'Under' } })
      await send('GET', `/books/${made.json.id}`)
    },
  },
  {
    id: 'longest-book-told-as-text',
    class: 'D06',
    operationId: 'replaceBook',
    description: 'Tells the count of pages as text when it is the greatest allowed.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: editJson<Book>((value) => (value.pageCount === 5000 ? { ...value, pageCount: '5000' } : value)),
    probe: async (send) =>
      void (await send('PUT', `/books/${seeded.book}`, { json: { ...book, pageCount: 5000 } })),
  },
  {
    id: 'stream-without-its-address',
    class: 'D06',
    operationId: 'createBook',
    description: 'Leaves the address of a stream out, deep in two nested choices.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: (reply) =>
      isSuccess(reply) && typeof reply.body === 'string'
        ? { ...reply, body: reply.body.replace(/"type":"stream","url":"[^"]*",/, '"type":"stream",') }
        : reply,
    probe: async (send) => void (await send('POST', '/books', { json: audioBook })),
  },
  {
    id: 'author-with-notes',
    class: 'D07',
    operationId: 'getAuthor',
    description: 'Tells a property that the document does not know.',
    expectedChecks: ['undocumented-properties'],
    spoil: editJson((value) => ({ ...value, internalNotes: 'pays late' })),
    probe: async (send) => void (await send('GET', `/authors/${seeded.author}`)),
  },
  {
    id: 'listed-awards-with-jury',
    class: 'D07',
    operationId: 'listAuthors',
    description: 'Tells a property that the document does not know, deep in the items of a list.',
    expectedChecks: ['undocumented-properties'],
    spoil: editItems((item) => ({ ...item, awards: [{ title: 'Prize', jury: 'Academy' }] })),
    probe: async (send) => void (await send('GET', '/authors')),
  },
  {
    id: 'member-tells-password',
    class: 'D08',
    operationId: 'getMember',
    description: 'Tells the password, which may only be written.',
    expectedChecks: ['response-schema-conformance', 'undocumented-properties'],
    spoil: editJson((value) => ({ ...value, password: 'open-sesame' })),
    probe: async (send) => void (await send('GET', `/members/${seeded.member}`)),
  },
  {
    id: 'new-member-tells-password',
    class: 'D08',
    operationId: 'createMember',
    description: 'Echoes the password, for members of the highest tier only.',
    expectedChecks: ['response-schema-conformance', 'undocumented-properties'],
    spoil: editJson<Member>((value) =>
      value.tier === 'patron' ? { ...value, password: 'as it was sent' } : value,
    ),
    probe: async (send) => void (await send('POST', '/members', { json: { ...member, tier: 'patron' } })),
  },
  {
    id: 'copies-with-trailing-comma',
    class: 'D12',
    operationId: 'listCopies',
    description: 'Answers what is no JSON.',
    expectedChecks: ['response-schema-conformance'],
    spoil: onlyWith(200, (reply) => ({ ...reply, body: String(reply.body).replace(/\]$/, ',]') })),
    probe: async (send) => void (await send('GET', `/books/${seeded.book}/copies`)),
  },
])
