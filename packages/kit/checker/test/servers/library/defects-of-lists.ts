import { fault } from '../kernel/deviation.ts'

/** Lists and readers that show something else than what is there. */
export const defectsOfLists = [
  fault('newest-copy-not-listed', 'D29', 'listCopies', ['list-omits-created']),
  fault('cursor-skips-a-book', 'D29', 'listBooks', ['pagination-loses-or-repeats']),
  fault('cursor-repeats-a-book', 'D29', 'listBooks', ['pagination-loses-or-repeats']),
  fault('member-pages-overlap', 'D29', 'listMembers', ['pagination-loses-or-repeats']),
  fault('language-filter-ignored', 'D29', 'listBooks', ['filter-not-applied']),
  fault('tier-filter-ignored', 'D29', 'listMembers', ['filter-not-applied']),
  fault('country-filter-ignored', 'D29', 'listAuthors', ['filter-not-applied']),
  fault('copy-found-under-any-book', 'D30', 'getCopy', ['child-under-wrong-parent']),
  // Answers another copy than the one asked for, where the book has two.
  fault('copy-answers-its-neighbour', 'D30', 'getCopy', ['resource-identity', 'read-your-write']),
  // Gives a new member the id of the one before, from the third on.
  fault('member-ids-repeat', 'D30', 'createMember', ['resource-identity']),
  // Answers a condition outside the list when a copy comes back damaged.
  fault('returned-copy-told-wrongly', 'D06', 'returnLoan', ['response-schema-conformance']),
]
