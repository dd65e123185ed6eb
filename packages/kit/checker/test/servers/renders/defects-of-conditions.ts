import { defineDefects } from '../kernel/deviation.ts'
import { onlyWith, withHeader, withoutHeader, withStatus, type Spoil } from '../kernel/spoils.ts'
import { merge, scene, seeded, still, webhook } from './samples.ts'

const onHead =
  (spoil: Spoil): Spoil =>
  (reply, request) =>
    request.method === 'HEAD' ? spoil(reply, request) : reply

const batch = { items: [{ op: 'tag', sceneId: seeded.scene.slice(8), tag: 'urgent' }] }

/** Preconditions, HEAD, and wrong places in responses. */
export const defectsOfConditions = defineDefects([
  {
    id: 'scene-never-is-not-modified',
    class: 'D56',
    operationId: 'getScene',
    description: 'Overlooks `If-None-Match`.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => void (await send('GET', seeded.scene, { headers: { 'if-none-match': '"r1"' } })),
  },
  {
    id: 'result-is-never-changed',
    class: 'D56',
    operationId: 'getResult',
    description: 'Answers 304 whichever tag the caller has.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/result`, { headers: { 'if-none-match': '"other"' } })),
  },
  {
    id: 'not-modified-lacks-its-etag',
    class: 'D56',
    operationId: 'getScene',
    description: 'Answers 304 without the tag that it is about.',
    expectedChecks: ['conditional-request', 'response-headers-conformance', 'missing-required-header'],
    spoil: onlyWith(304, withoutHeader('etag')),
    probe: async (send) => void (await send('GET', seeded.scene, { headers: { 'if-none-match': '"r1"' } })),
  },
  {
    id: 'if-match-is-ignored',
    class: 'D56',
    operationId: 'updateScene',
    description: 'Changes a scene that has changed meanwhile.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('PATCH', seeded.scene, merge({ priority: 1 }, { 'if-match': '"r9"' }))),
  },
  {
    id: 'if-match-compares-weakly',
    class: 'D56',
    operationId: 'updateScene',
    description: 'Takes a weak tag where a strong comparison is due.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('PATCH', seeded.scene, merge({ priority: 1 }, { 'if-match': 'W/"r1"' }))),
  },
  {
    id: 'star-is-no-tag',
    class: 'D56',
    operationId: 'updateScene',
    description: 'Refuses `If-Match: *` though there is a scene.',
    expectedChecks: ['conditional-request'],
    probe: async (send) =>
      void (await send('PATCH', seeded.scene, merge({ priority: 1 }, { 'if-match': '*' }))),
  },
  {
    id: 'delete-overlooks-if-match',
    class: 'D56',
    operationId: 'deleteScene',
    description: 'Deletes a scene that has changed meanwhile.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => void (await send('DELETE', seeded.scene, { headers: { 'if-match': '"r9"' } })),
  },
  {
    id: 'archiving-keeps-the-etag',
    class: 'D56',
    operationId: 'updateScene',
    description: 'Changes one field without a new tag.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge({ isArchived: true }))),
  },
  {
    id: 'batch-keeps-the-etag',
    class: 'D56',
    operationId: 'changeScenes',
    description: 'Changes scenes by another way, which gives them no new tag.',
    expectedChecks: ['conditional-request'],
    probe: async (send) => {
      await send('POST', '/scene-batches', { json: batch })
      await send('GET', seeded.scene)
    },
  },
  {
    id: 'result-etag-is-not-quoted',
    class: 'D56',
    operationId: 'getResult',
    description: 'Writes the tag without quotes.',
    expectedChecks: ['conditional-request', 'response-headers-conformance'],
    probe: async (send) => void (await send('GET', `${seeded.done}/result`)),
  },
  {
    id: 'head-finds-no-notes',
    class: 'D57',
    operationId: null,
    path: '/scenes/{sceneId}/notes',
    description: 'Answers 404 to HEAD where GET finds something.',
    expectedChecks: ['head-mismatch'],
    spoil: onHead(onlyWith(200, withStatus(404))),
    probe: async (send) => void (await send('HEAD', `${seeded.scene}/notes`)),
  },
  {
    id: 'head-of-a-result-says-json',
    class: 'D57',
    operationId: null,
    path: '/scenes/{sceneId}/renders/{renderId}/result',
    description: 'Tells another media type to HEAD than to GET.',
    expectedChecks: ['head-mismatch'],
    spoil: onHead(withHeader('content-type', 'application/json')),
    probe: async (send) => void (await send('HEAD', `${seeded.done}/result`)),
  },
  {
    id: 'head-of-a-scene-lacks-the-etag',
    class: 'D57',
    operationId: null,
    path: '/scenes/{sceneId}',
    description: 'Leaves out for HEAD what it tells GET.',
    expectedChecks: ['head-mismatch'],
    spoil: onHead(withoutHeader('etag')),
    probe: async (send) => void (await send('HEAD', seeded.scene)),
  },
  {
    id: 'head-of-frames-announces-nothing',
    class: 'D57',
    operationId: null,
    path: '/scenes/{sceneId}/renders/{renderId}/frames',
    description: 'Announces to HEAD that there is no content.',
    expectedChecks: ['head-mismatch'],
    spoil: onHead((reply) => ({ ...reply, body: '' })),
    probe: async (send) => void (await send('HEAD', `${seeded.done}/frames`)),
  },
  {
    id: 'scene-location-lacks-the-base',
    class: 'D58',
    operationId: 'createScene',
    description: 'Tells a place without the prefix of the farm.',
    expectedChecks: ['location-valid'],
    probe: async (send) => void (await send('POST', '/scenes', { json: scene })),
  },
  {
    id: 'webhook-location-is-of-the-first',
    class: 'D58',
    operationId: 'createWebhook',
    description: 'Tells the place of another webhook.',
    expectedChecks: ['location-valid'],
    probe: async (send) => void (await send('POST', '/webhooks', { json: webhook })),
  },
  {
    id: 'render-location-leads-to-the-scene',
    class: 'D58',
    operationId: 'startRender',
    description: 'Tells the place of what is rendered in place of the render.',
    expectedChecks: ['location-valid'],
    probe: async (send) => void (await send('POST', `${seeded.scene}/renders`, { json: still })),
  },
  {
    id: 'retry-location-is-of-the-action',
    class: 'D58',
    operationId: 'retryRender',
    description: 'Tells a place below the action, where nothing is.',
    expectedChecks: ['location-valid'],
    spoil: onlyWith(202, (reply, request) =>
      withHeader('location', `/farm/v1${request.path}/2`)(reply, request),
    ),
    probe: async (send) => void (await send('POST', `${seeded.failed}/retry`)),
  },
])
