import { defineDefects } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'
import { author, book, copy, member, seeded } from './samples.ts'

const mergePatch = { 'content-type': 'application/merge-patch+json' }

/** Changes that are not kept, or kept where they should not be. */
export const defectsOfChanges = defineDefects([
  {
    id: 'created-copy-not-kept',
    class: 'D23',
    operationId: 'createCopy',
    description: 'Says that a copy was added and forgets it.',
    expectedChecks: ['created-resource-unavailable', 'list-omits-created', 'location-valid'],
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      await send('GET', `/books/${seeded.book}/copies/${made.json.id}`)
    },
  },
  {
    id: 'deleted-author-stays',
    class: 'D24',
    operationId: 'deleteAuthor',
    description: 'Says that an author was removed and keeps it.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', `/authors/${seeded.author}`)
      await send('GET', `/authors/${seeded.author}`)
    },
  },
  {
    id: 'deleted-member-stays-readable',
    class: 'D24',
    operationId: 'deleteMember',
    description: 'Says that a member was struck off and still knows it.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', `/members/${seeded.member}`)
      await send('GET', `/members/${seeded.member}`)
    },
  },
  {
    id: 'refused-author-is-kept',
    class: 'D25',
    operationId: 'createAuthor',
    description: 'Refuses an author and keeps it all the same.',
    expectedChecks: ['failed-creation-leak'],
    probe: async (send) => {
      await send('POST', '/authors', { json: { ...author, born: 'long ago' } })
      await send('GET', '/authors?size=50')
    },
  },
  {
    id: 'refused-replace-sets-price',
    class: 'D25',
    operationId: 'replaceBook',
    description: 'Refuses a book and takes its price all the same.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('PUT', `/books/${seeded.book}`, { json: { ...book, price: 77, title: '' } })
      await send('GET', `/books/${seeded.book}`)
    },
  },
  {
    id: 'refused-patch-changes-member',
    class: 'D25',
    operationId: 'patchMember',
    description: 'Refuses a patch and does the part of it that is right.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('PATCH', `/members/${seeded.member}`, { json: { name: 'New', tier: 'gold' } })
      await send('GET', `/members/${seeded.member}`)
    },
  },
  {
    id: 'replace-author-keeps-omitted',
    class: 'D26',
    operationId: 'replaceAuthor',
    description: 'Keeps what the new representation leaves out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      await send('PUT', `/authors/${seeded.author}`, {
        json: { ...author, website: 'https://a.example.org' },
      })
      await send('PUT', `/authors/${seeded.author}`, { json: author })
      await send('GET', `/authors/${seeded.author}`)
    },
  },
  {
    id: 'replace-copy-keeps-shelf',
    class: 'D26',
    operationId: 'replaceCopy',
    description: 'Keeps one property that the new representation leaves out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      await send('PUT', `/books/${seeded.book}/copies/${made.json.id}`, {
        json: { ...copy, shelf: undefined },
      })
    },
  },
  {
    id: 'patch-forgets-tags',
    class: 'D26',
    operationId: 'patchBook',
    description: 'Empties the tags which a patch does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/books/${seeded.book}`, { json: { price: 3 }, headers: mergePatch })
    },
  },
  {
    id: 'patch-resets-newsletter',
    class: 'D26',
    operationId: 'patchMember',
    description: 'Puts a property that a patch does not name back to its default.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => {
      await send('PATCH', `/members/${seeded.member}`, { json: { newsletter: false } })
      await send('PATCH', `/members/${seeded.member}`, { json: { name: 'New' } })
    },
  },
  {
    id: 'book-location-leads-nowhere',
    class: 'D27',
    operationId: 'createBook',
    description: 'Names a place for the new book where there is nothing.',
    expectedChecks: ['location-valid'],
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', '/v1/book/1')(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/books', { json: book })),
  },
  {
    id: 'member-location-of-another',
    class: 'D27',
    operationId: 'createMember',
    description: 'Names the place of another member for a new one.',
    expectedChecks: ['location-valid', 'resource-identity'],
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', `/v1/members/${seeded.member}`)(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/members', { json: member })),
  },
  {
    id: 'author-name-cut-when-kept',
    class: 'D28',
    operationId: 'createAuthor',
    description: 'Keeps only the beginning of a long name, though it answers the whole of it.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const made = await send('POST', '/authors', { json: { ...author, name: 'Karin Maria Boye, the poet' } })
      await send('GET', `/authors/${made.json.id}`)
    },
  },
  {
    id: 'books-restricted-by-default',
    class: 'D18',
    operationId: 'createBook',
    description: 'Takes another value than the documented default for a property left out.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('POST', '/books', { json: book })),
  },
])
