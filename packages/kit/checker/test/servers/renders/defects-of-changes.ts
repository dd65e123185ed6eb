import { fault, patchNotMerged } from '../kernel/deviation.ts'
import { editJson, onlyWith } from '../kernel/spoils.ts'
import { bytes, seeded, still } from './samples.ts'

/** Changes, replacements and deletions that leave something wrong behind. */
export const defectsOfChanges = [
  fault('patch-forgets-tags', 'D53', 'updateScene', ['patch-merges']),
  fault('patch-replaces-limits', 'D53', 'updateScene', ['patch-merges']),
  fault('null-keeps-a-limit', 'D53', 'updateScene', patchNotMerged),
  fault('patch-overlooks-zero', 'D53', 'updateScene', patchNotMerged),
  fault('put-keeps-the-old-filter', 'D54', 'replaceWebhook', ['put-replaces']),
  // Keeps an old number where the default is due.
  fault('put-keeps-old-retries', 'D54', 'replaceWebhook', [
    'put-replaces',
    'default-differs',
    'default-not-applied',
  ]),
  fault('put-adds-headers', 'D54', 'replaceWebhook', ['put-replaces', 'read-your-write']),
  fault('put-makes-a-second-webhook', 'D54', 'replaceWebhook', [
    'put-replaces',
    'resource-identity',
    'read-your-write',
    'put-idempotent',
  ]),
  fault('put-counts-retries-up', 'D54', 'replaceWebhook', [
    'read-your-write',
    'put-idempotent',
    'put-replaces',
    'default-differs',
  ]),
  fault('renders-are-read-under-any-scene', 'D55', 'getRender', ['child-under-wrong-parent']),
  fault('renders-outlive-their-scene', 'D55', 'deleteScene', ['child-outlives-parent']),
  // Leaves the notes on a deleted scene readable: the singleton below it, not the list.
  fault('notes-outlive-their-scene', 'D55', 'deleteScene', ['child-outlives-parent']),
  fault(
    'renders-under-missing-scenes',
    'D55',
    'startRender',
    ['child-outlives-parent', 'child-under-wrong-parent'],
    { probe: async (send) => void (await send('POST', `${seeded.missing}/renders`, { json: still })) },
  ),
  fault('deleted-scenes-take-notes', 'D55', 'putNotes', ['child-outlives-parent']),
  fault('owner-is-taken-from-the-body', 'D59', 'createScene', ['read-only-written']),
  fault('secret-is-told', 'D59', 'getWebhook', [
    'write-only-shown',
    'undocumented-properties',
    'response-schema-conformance',
  ]),
  // Tells in the list what may only be written, and not when one scene is read.
  fault('unlock-codes-are-listed', 'D59', 'listScenes', [
    'write-only-shown',
    'undocumented-properties',
    'response-schema-conformance',
  ]),
  fault('patch-renews-creation-time', 'D59', 'updateScene', ['patch-merges', 'read-only-written']),
  fault('put-renews-creation-time', 'D59', 'replaceWebhook', ['put-idempotent', 'read-only-written']),
  fault('scene-ids-come-again', 'D62', 'createScene', ['id-reused']),
  // Counts renders for each scene anew, so that ids of two scenes are the same.
  fault('first-render-ids-repeat', 'D62', 'startRender', [
    'id-reused',
    'resource-identity',
    'created-resource-unavailable',
  ]),
  fault(
    'webhook-id-without-hyphens',
    'D62',
    'getWebhook',
    ['resource-identity', 'response-schema-conformance'],
    { spoil: editJson<{ readonly id: string }>((value) => ({ ...value, id: value.id.replaceAll('-', '') })) },
  ),
  fault('deleted-scene-is-still-read', 'D63', 'deleteScene', ['use-after-delete']),
  fault('deleted-scene-is-still-listed', 'D63', 'listScenes', ['list-keeps-deleted']),
  fault('deleting-a-scene-twice-succeeds', 'D63', 'deleteScene', ['use-after-delete'], {
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('DELETE', seeded.scene)
    },
  }),
  fault('patch-revives-a-deleted-scene', 'D63', 'updateScene', ['use-after-delete']),
  fault('put-revives-a-webhook', 'D63', 'replaceWebhook', ['use-after-delete']),
  fault('upload-is-not-told-in-the-scene', 'D53', 'getScene', ['read-your-write'], {
    spoil: onlyWith(
      200,
      editJson((value) => ({ ...value, content: null })),
    ),
    probe: async (send) => {
      await send('PUT', `${seeded.scene}/content`, bytes('mesh 1 3'))
      await send('GET', seeded.scene)
    },
  }),
]
