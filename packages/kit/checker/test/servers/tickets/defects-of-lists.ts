import { fault } from '../kernel/deviation.ts'

/** Lists and readers that show something else than what is there. */
export const defectsOfLists = [
  fault('newest-comment-not-listed', 'D29', 'list_comments', ['list-omits-created']),
  fault('internal-comments-not-listed', 'D29', 'list_comments', ['list-omits-created']),
  fault('offset-is-one-too-far', 'D29', 'list_tickets', ['pagination-loses-or-repeats']),
  fault('status-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  fault('label-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  fault('time-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  fault('comment-found-under-any-ticket', 'D30', 'get_comment', ['child-under-wrong-parent']),
  // Answers another ticket than the one asked for, once two were made.
  fault('newest-ticket-answers-the-one-before', 'D30', 'get_ticket', [
    'resource-identity',
    'read-your-write',
  ]),
]
