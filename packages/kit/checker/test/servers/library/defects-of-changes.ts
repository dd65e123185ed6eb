import { fault } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'
import { seeded } from './samples.ts'

/** Changes that are not kept, or kept where they should not be. */
export const defectsOfChanges = [
  fault('created-copy-not-kept', 'D23', 'createCopy', [
    'created-resource-unavailable',
    'list-omits-created',
    'location-valid',
  ]),
  fault('deleted-author-stays', 'D24', 'deleteAuthor', ['use-after-delete', 'list-keeps-deleted']),
  fault('deleted-member-stays-readable', 'D24', 'deleteMember', ['use-after-delete', 'list-keeps-deleted']),
  fault('refused-author-is-kept', 'D25', 'createAuthor', ['failed-creation-leak']),
  fault('refused-replace-sets-price', 'D25', 'replaceBook', ['failed-change-side-effects']),
  // Refuses a patch and does the part of it that is right.
  fault('refused-patch-changes-member', 'D25', 'patchMember', ['failed-change-side-effects']),
  fault('replace-author-keeps-omitted', 'D26', 'replaceAuthor', ['put-replaces']),
  // Keeps one property that the new representation leaves out.
  fault('replace-copy-keeps-shelf', 'D26', 'replaceCopy', ['put-replaces']),
  fault('patch-forgets-tags', 'D26', 'patchBook', ['patch-merges']),
  // Puts a property that a patch does not name back to its default.
  fault('patch-resets-newsletter', 'D26', 'patchMember', ['patch-merges']),
  fault('book-location-leads-nowhere', 'D27', 'createBook', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', '/v1/book/1')(reply, request) : reply,
  }),
  fault('member-location-of-another', 'D27', 'createMember', ['location-valid', 'resource-identity'], {
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', `/v1/members/${seeded.member}`)(reply, request) : reply,
  }),
  // Keeps only the beginning of a long name, though it answers the whole of it.
  fault('author-name-cut-when-kept', 'D28', 'createAuthor', ['read-your-write']),
  // Takes another value than the documented default for a property left out.
  fault('books-restricted-by-default', 'D18', 'createBook', ['default-not-applied']),
]
