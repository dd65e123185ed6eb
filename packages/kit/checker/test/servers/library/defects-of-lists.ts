import { defineDefects } from '../kernel/deviation.ts'
import { copy, member, seeded } from './samples.ts'

/** Lists and readers that show something else than what is there. */
export const defectsOfLists = defineDefects([
  {
    id: 'newest-copy-not-listed',
    class: 'D29',
    operationId: 'listCopies',
    description: 'Leaves the newest copy out of the list.',
    expectedChecks: ['list-omits-created'],
    probe: async (send) => {
      await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      await send('GET', `/books/${seeded.book}/copies`)
    },
  },
  {
    id: 'cursor-skips-a-book',
    class: 'D29',
    operationId: 'listBooks',
    description: 'Loses the first book of every page but the first.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/books?limit=1')),
  },
  {
    id: 'cursor-repeats-a-book',
    class: 'D29',
    operationId: 'listBooks',
    description: 'Begins every page but the first with the last book of the page before.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', `/books?limit=2&cursor=${seeded.book}`)),
  },
  {
    id: 'member-pages-overlap',
    class: 'D29',
    operationId: 'listMembers',
    description: 'Repeats the last member of the page before.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => {
      await send('POST', '/members', { json: member })
      await send('GET', '/members?size=1&page=2')
    },
  },
  {
    id: 'language-filter-ignored',
    class: 'D29',
    operationId: 'listBooks',
    description: 'Lists books of every language whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/books?language=de')),
  },
  {
    id: 'tier-filter-ignored',
    class: 'D29',
    operationId: 'listMembers',
    description: 'Lists members of every tier whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/members?tier=patron')),
  },
  {
    id: 'country-filter-ignored',
    class: 'D29',
    operationId: 'listAuthors',
    description: 'Lists authors of every country whichever are asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/authors?country=FI')),
  },
  {
    id: 'copy-found-under-any-book',
    class: 'D30',
    operationId: 'getCopy',
    description: 'Finds a copy under a book that is not its own.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      await send('GET', `/books/20000000-0000-4000-8000-000000000002/copies/${made.json.id}`)
    },
  },
  {
    id: 'copy-answers-its-neighbour',
    class: 'D30',
    operationId: 'getCopy',
    description: 'Answers another copy than the one asked for, where the book has two.',
    expectedChecks: ['resource-identity', 'read-your-write'],
    probe: async (send) => {
      await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      const made = await send('POST', `/books/${seeded.book}/copies`, {
        json: { ...copy, barcode: 'ABC-000002' },
      })
      await send('GET', `/books/${seeded.book}/copies/${made.json.id}`)
    },
  },
  {
    id: 'member-ids-repeat',
    class: 'D30',
    operationId: 'createMember',
    description: 'Gives a new member the id of the one before, from the third on.',
    expectedChecks: ['resource-identity'],
    probe: async (send) => {
      await send('POST', '/members', { json: member })
      await send('POST', '/members', { json: { ...member, email: 'quill@example.org' } })
    },
  },
  {
    id: 'returned-copy-told-wrongly',
    class: 'D06',
    operationId: 'returnLoan',
    description: 'Answers a condition outside the list when a copy comes back damaged.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) => {
      const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
      const lent = await send('POST', '/loans', {
        json: { copyId: made.json.id, memberId: seeded.member, dueOn: '2025-03-01' },
        headers: { 'x-desk': 'desk-1', cookie: 'till=front' },
      })
      await send('POST', `/loans/${lent.json.id}/return`, { json: { condition: 'damaged' } })
    },
  },
])
