import { defineDefects } from '../kernel/deviation.ts'
import { editJson, onlyWith } from '../kernel/spoils.ts'
import { bytes, merge, plain, scene, seeded, still, webhook } from './samples.ts'

/** Changes, replacements and deletions that leave something wrong behind. */
export const defectsOfChanges = defineDefects([
  {
    id: 'patch-forgets-tags',
    class: 'D53',
    operationId: 'updateScene',
    description: 'Empties a list that a change does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ priority: 1 }))),
  },
  {
    id: 'patch-replaces-limits',
    class: 'D53',
    operationId: 'updateScene',
    description: 'Replaces an object within the scene instead of merging it.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ limits: { maxHours: 2 } }))),
  },
  {
    id: 'null-keeps-a-limit',
    class: 'D53',
    operationId: 'updateScene',
    description: 'Does not remove what a merge patch sets to null within an object.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ limits: { maxNodes: null } }))),
  },
  {
    id: 'patch-overlooks-zero',
    class: 'D53',
    operationId: 'updateScene',
    description: 'Takes 0 for nothing sent.',
    expectedChecks: ['patch-merges', 'read-your-write'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ priority: 0 }))),
  },
  {
    id: 'put-keeps-the-old-filter',
    class: 'D54',
    operationId: 'replaceWebhook',
    description: 'Keeps an optional object that the new webhook has not.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: webhook })),
  },
  {
    id: 'put-keeps-old-retries',
    class: 'D54',
    operationId: 'replaceWebhook',
    description: 'Keeps an old number where the default is due.',
    expectedChecks: ['put-replaces', 'default-differs', 'default-not-applied'],
    probe: async (send) => {
      await send('PUT', seeded.webhook, { json: { ...webhook, retries: 9 } })
      await send('PUT', seeded.webhook, { json: webhook })
    },
  },
  {
    id: 'put-adds-headers',
    class: 'D54',
    operationId: 'replaceWebhook',
    description: 'Merges a map with the one before.',
    expectedChecks: ['put-replaces', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', seeded.webhook, { json: { ...webhook, headers: { 'X-One': '1' } } })
      await send('PUT', seeded.webhook, { json: { ...webhook, headers: { 'X-Two': '2' } } })
    },
  },
  {
    id: 'put-makes-a-second-webhook',
    class: 'D54',
    operationId: 'replaceWebhook',
    description: 'Makes another webhook instead of replacing the one that was named.',
    expectedChecks: ['put-replaces', 'resource-identity', 'read-your-write', 'put-idempotent'],
    probe: async (send) => {
      await send('PUT', seeded.webhook, { json: webhook })
      await send('GET', seeded.webhook)
    },
  },
  {
    id: 'put-counts-retries-up',
    class: 'D54',
    operationId: 'replaceWebhook',
    description: 'Keeps one more than was sent, each time.',
    expectedChecks: ['read-your-write', 'put-idempotent', 'put-replaces', 'default-differs'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: { ...webhook, retries: 1 } })),
  },
  {
    id: 'renders-are-read-under-any-scene',
    class: 'D55',
    operationId: 'getRender',
    description: 'Finds a render under a scene that is not its own.',
    expectedChecks: ['child-under-wrong-parent'],
    probe: async (send) => void (await send('GET', seeded.done.replace(seeded.scene, seeded.otherScene))),
  },
  {
    id: 'renders-outlive-their-scene',
    class: 'D55',
    operationId: 'deleteScene',
    description: 'Leaves the renders of a deleted scene readable.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('GET', seeded.done)
    },
  },
  {
    id: 'notes-outlive-their-scene',
    class: 'D55',
    operationId: 'deleteScene',
    description: 'Leaves the notes on a deleted scene readable: the singleton below it, not the list.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('GET', `${seeded.scene}/notes`)
    },
  },
  {
    id: 'renders-under-missing-scenes',
    class: 'D55',
    operationId: 'startRender',
    description: 'Starts a render of a scene that never was.',
    expectedChecks: ['child-outlives-parent', 'child-under-wrong-parent'],
    probe: async (send) => void (await send('POST', `${seeded.missing}/renders`, { json: still })),
  },
  {
    id: 'deleted-scenes-take-notes',
    class: 'D55',
    operationId: 'putNotes',
    description: 'Keeps notes on a scene that was deleted.',
    expectedChecks: ['child-outlives-parent'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('PUT', `${seeded.scene}/notes`, plain('Fog.'))
    },
  },
  {
    id: 'owner-is-taken-from-the-body',
    class: 'D59',
    operationId: 'createScene',
    description: 'Takes from the body whose scene it is, which only the server may say.',
    expectedChecks: ['read-only-written'],
    probe: async (send) => void (await send('POST', '/scenes', { json: { ...scene, owner: 'south' } })),
  },
  {
    id: 'secret-is-told',
    class: 'D59',
    operationId: 'getWebhook',
    description: 'Tells what may only be written.',
    expectedChecks: ['write-only-shown', 'undocumented-properties', 'response-schema-conformance'],
    probe: async (send) => void (await send('GET', seeded.webhook)),
  },
  {
    id: 'unlock-codes-are-listed',
    class: 'D59',
    operationId: 'listScenes',
    description: 'Tells in the list what may only be written, and not when one scene is read.',
    expectedChecks: ['write-only-shown', 'undocumented-properties', 'response-schema-conformance'],
    probe: async (send) => {
      await send('POST', '/scenes', { json: { ...scene, unlockCode: '204816' } })
      await send('GET', '/scenes')
    },
  },
  {
    id: 'patch-renews-creation-time',
    class: 'D59',
    operationId: 'updateScene',
    description: 'Tells another time of creation after a change.',
    expectedChecks: ['patch-merges', 'read-only-written'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ priority: 1 }))),
  },
  {
    id: 'put-renews-creation-time',
    class: 'D59',
    operationId: 'replaceWebhook',
    description: 'Makes the webhook anew when it is replaced, its time of creation included.',
    expectedChecks: ['put-idempotent', 'read-only-written'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: webhook })),
  },
  {
    id: 'scene-ids-come-again',
    class: 'D62',
    operationId: 'createScene',
    description: 'Gives a new scene the id of a deleted one.',
    expectedChecks: ['id-reused'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('POST', '/scenes', { json: scene })
    },
  },
  {
    id: 'first-render-ids-repeat',
    class: 'D62',
    operationId: 'startRender',
    description: 'Counts renders for each scene anew, so that ids of two scenes are the same.',
    expectedChecks: ['id-reused', 'resource-identity', 'created-resource-unavailable'],
    probe: async (send) => {
      const made = await send('POST', '/scenes', { json: scene })
      await send('POST', `/scenes/${made.json.id}/renders`, { json: still })
      await send('GET', seeded.done)
    },
  },
  {
    id: 'webhook-id-without-hyphens',
    class: 'D62',
    operationId: 'getWebhook',
    description: 'Writes an id in another form than when it was given.',
    expectedChecks: ['resource-identity', 'response-schema-conformance'],
    spoil: editJson<{ readonly id: string }>((value) => ({ ...value, id: value.id.replaceAll('-', '') })),
    probe: async (send) => void (await send('GET', seeded.webhook)),
  },
  {
    id: 'deleted-scene-is-still-read',
    class: 'D63',
    operationId: 'deleteScene',
    description: 'Says that a scene was deleted and lets it be read.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('GET', seeded.scene)
    },
  },
  {
    id: 'deleted-scene-is-still-listed',
    class: 'D63',
    operationId: 'listScenes',
    description: 'Lists scenes that were deleted.',
    expectedChecks: ['list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('GET', '/scenes')
    },
  },
  {
    id: 'deleting-a-scene-twice-succeeds',
    class: 'D63',
    operationId: 'deleteScene',
    description: 'Answers 204 again where only 404 is left to say.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('DELETE', seeded.scene)
    },
  },
  {
    id: 'patch-revives-a-deleted-scene',
    class: 'D63',
    operationId: 'updateScene',
    description: 'Changes a deleted scene, which is there again.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', seeded.scene)
      await send('PATCH', seeded.scene, merge({ priority: 1 }))
      await send('GET', seeded.scene)
    },
  },
  {
    id: 'put-revives-a-webhook',
    class: 'D63',
    operationId: 'replaceWebhook',
    description: 'Makes a removed webhook anew and says 200, where only 404 is left to say.',
    expectedChecks: ['use-after-delete'],
    probe: async (send) => {
      await send('DELETE', seeded.webhook)
      await send('PUT', seeded.webhook, { json: webhook })
    },
  },
  {
    id: 'upload-is-not-told-in-the-scene',
    class: 'D53',
    operationId: 'getScene',
    description: 'Tells of no content after it was uploaded.',
    expectedChecks: ['read-your-write'],
    spoil: onlyWith(
      200,
      editJson((value) => ({ ...value, content: null })),
    ),
    probe: async (send) => {
      await send('PUT', `${seeded.scene}/content`, bytes('mesh 1 3'))
      await send('GET', seeded.scene)
    },
  },
])
