import { fault } from '../kernel/deviation.ts'

/** Lists and readers that show something else than what is there. */
export const defectsOfLists = [
  // Leaves the newest comment out of the list.
  fault('newest-comment-not-listed', 'D29', 'list_comments', ['list-omits-created']),
  // Leaves internal comments out of the list.
  fault('internal-comments-not-listed', 'D29', 'list_comments', ['list-omits-created']),
  // Loses one ticket at the beginning of every page but the first.
  fault('offset-is-one-too-far', 'D29', 'list_tickets', ['pagination-loses-or-repeats']),
  // Lists tickets of every status whichever is asked for.
  fault('status-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  // Lists tickets with any labels whichever is asked for.
  fault('label-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  // Lists tickets of any time whichever is asked for.
  fault('time-filter-ignored', 'D29', 'list_tickets', ['filter-not-applied']),
  // Finds a comment under a ticket that is not its own.
  fault('comment-found-under-any-ticket', 'D30', 'get_comment', ['child-under-wrong-parent']),
  // Answers another ticket than the one asked for, once two were made.
  fault('newest-ticket-answers-the-one-before', 'D30', 'get_ticket', [
    'resource-identity',
    'read-your-write',
  ]),
]
