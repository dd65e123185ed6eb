import { defineDefects } from '../kernel/deviation.ts'
import { comment, ticket } from './samples.ts'

/** Lists and readers that show something else than what is there. */
export const defectsOfLists = defineDefects([
  {
    id: 'newest-comment-not-listed',
    class: 'D29',
    operationId: 'list_comments',
    description: 'Leaves the newest comment out of the list.',
    expectedChecks: ['list-omits-created'],
    probe: async (send) => {
      await send('POST', '/tickets/1/comments', { json: comment })
      await send('GET', '/tickets/1/comments')
    },
  },
  {
    id: 'internal-comments-not-listed',
    class: 'D29',
    operationId: 'list_comments',
    description: 'Leaves internal comments out of the list.',
    expectedChecks: ['list-omits-created'],
    probe: async (send) => {
      await send('POST', '/tickets/1/comments', { json: { ...comment, is_internal: true } })
      await send('GET', '/tickets/1/comments')
    },
  },
  {
    id: 'offset-is-one-too-far',
    class: 'D29',
    operationId: 'list_tickets',
    description: 'Loses one ticket at the beginning of every page but the first.',
    expectedChecks: ['pagination-loses-or-repeats'],
    probe: async (send) => void (await send('GET', '/tickets?offset=2&limit=2')),
  },
  {
    id: 'status-filter-ignored',
    class: 'D29',
    operationId: 'list_tickets',
    description: 'Lists tickets of every status whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/tickets?status=closed')),
  },
  {
    id: 'label-filter-ignored',
    class: 'D29',
    operationId: 'list_tickets',
    description: 'Lists tickets with any labels whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/tickets?label=printer')),
  },
  {
    id: 'time-filter-ignored',
    class: 'D29',
    operationId: 'list_tickets',
    description: 'Lists tickets of any time whichever is asked for.',
    expectedChecks: ['filter-not-applied'],
    probe: async (send) => void (await send('GET', '/tickets?created_after=2024-11-05T08:02:30Z')),
  },
  {
    id: 'comment-found-under-any-ticket',
    class: 'D30',
    operationId: 'get_comment',
    description: 'Finds a comment under a ticket that is not its own.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: comment })
      await send('GET', `/tickets/2/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'newest-ticket-answers-the-one-before',
    class: 'D30',
    operationId: 'get_ticket',
    description: 'Answers another ticket than the one asked for, once two were made.',
    expectedChecks: ['resource-identity', 'read-your-write'],
    probe: async (send) => {
      await send('POST', '/tickets', { json: ticket })
      await send('POST', '/tickets', { json: ticket })
      await send('GET', '/tickets/8')
    },
  },
])
