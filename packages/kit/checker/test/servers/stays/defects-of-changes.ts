import { fault, patchNotMerged } from '../kernel/deviation.ts'

/** Changes that are done by halves, and things that are there when they should not be. */
export const defectsOfChanges = [
  fault('changes-empty-the-tags', 'D53', 'update_guest', ['patch-merges']),
  fault('addresses-are-replaced-whole', 'D53', 'update_guest', ['patch-merges']),
  fault('false-is-overlooked', 'D53', 'update_guest', patchNotMerged),
  // Answers a change with what was before it.
  fault('changes-are-told-late', 'D53', 'update_guest', ['read-your-write']),
  // Adds to a list what should replace it.
  fault('companions-pile-up', 'D53', 'update_booking', patchNotMerged),
  fault('new-adults-are-not-kept', 'D53', 'update_booking', ['read-your-write']),
  // Loses the phone of a contact whose other half is changed; the rest is merged.
  fault('contacts-are-replaced', 'D53', 'patch_settings', ['patch-merges'], {
    probe: async (send) => {
      await send('PATCH', '/settings', { json: { contact: { phone: '+46123456' } } })
      await send('PATCH', '/settings', { json: { contact: { email: 'new@harbor.example' } } })
    },
  }),
  // Keeps an optional property that the new settings leave out.
  fault('websites-cannot-be-dropped', 'D54', 'put_settings', ['put-replaces']),
  // Keeps a remark about another kind of preference.
  fault('remarks-are-kept', 'D54', 'put_preference', ['put-replaces']),
  // Adds to a list what should replace it, at each repetition.
  fault('diets-pile-up', 'D54', 'put_preference', [
    'put-idempotent',
    'put-replaces',
    'read-your-write',
    'response-schema-conformance',
  ]),
  // Answers 201 for what was there before.
  fault('preferences-are-always-new', 'D54', 'put_preference', ['repeated-put-created']),
  fault('preferences-are-everybodys', 'D55', 'get_preference', ['child-under-wrong-parent']),
  fault('preferences-outlive-guests', 'D55', 'get_preference', ['child-outlives-parent']),
  fault('preferences-of-nobody', 'D55', 'put_preference', [
    'child-outlives-parent',
    'child-under-wrong-parent',
  ]),
  fault('guest-ids-come-again', 'D62', 'create_guest', ['id-reused', 'resource-identity']),
  fault('quote-ids-follow-the-nights', 'D62', 'create_quote', ['resource-identity', 'id-reused']),
  fault('archived-guests-stay', 'D63', 'archive_guest', ['use-after-delete', 'list-keeps-deleted']),
  fault('changes-bring-guests-back', 'D63', 'update_guest', ['use-after-delete']),
  // Tells the new state and falls back to the one before.
  fault('check-ins-are-forgotten', 'D73', 'check_in_booking', ['read-your-write']),
]
