import { fault } from '../kernel/deviation.ts'
import { onlyTo, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { seeded } from './samples.ts'

const batch = { items: [{ op: 'tag', sceneId: seeded.scene.slice(8), tag: 'urgent' }] }

/** Preconditions, HEAD, and wrong places in responses. */
export const defectsOfConditions = [
  fault('scene-never-is-not-modified', 'D56', 'getScene', ['conditional-request']),
  // Answers 304 whichever tag the caller has.
  fault('result-is-never-changed', 'D56', 'getResult', ['conditional-request'], {
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/result`, { headers: { 'if-none-match': '"other"' } })),
  }),
  fault(
    'not-modified-lacks-its-etag',
    'D56',
    'getScene',
    ['conditional-request', 'response-headers-conformance', 'missing-required-header'],
    { spoil: onlyWith(304, withoutHeader('etag')) },
  ),
  fault('if-match-is-ignored', 'D56', 'updateScene', ['conditional-request']),
  fault('if-match-compares-weakly', 'D56', 'updateScene', ['conditional-request']),
  fault('star-is-no-tag', 'D56', 'updateScene', ['conditional-request']),
  fault('delete-overlooks-if-match', 'D56', 'deleteScene', ['conditional-request']),
  fault('archiving-keeps-the-etag', 'D56', 'updateScene', ['conditional-request']),
  // Changes scenes by another way, which gives them no new tag.
  fault('batch-keeps-the-etag', 'D56', 'changeScenes', ['conditional-request'], {
    probe: async (send) => {
      await send('POST', '/scene-batches', { json: batch })
      await send('GET', seeded.scene)
    },
  }),
  fault('result-etag-is-not-quoted', 'D56', 'getResult', [
    'conditional-request',
    'response-headers-conformance',
  ]),
  fault('head-finds-no-notes', 'D57', null, ['head-mismatch'], {
    path: '/scenes/{sceneId}/notes',
    spoil: onlyTo('HEAD', onlyWith(200, withStatus(404))),
  }),
  fault('head-of-a-result-says-json', 'D57', null, ['head-mismatch'], {
    path: '/scenes/{sceneId}/renders/{renderId}/result',
    spoil: onlyTo('HEAD', withHeader('content-type', 'application/json')),
  }),
  fault('head-of-a-scene-lacks-the-etag', 'D57', null, ['head-mismatch'], {
    path: '/scenes/{sceneId}',
    spoil: onlyTo('HEAD', withoutHeader('etag')),
  }),
  fault('head-of-frames-announces-nothing', 'D57', null, ['head-mismatch'], {
    path: '/scenes/{sceneId}/renders/{renderId}/frames',
    spoil: onlyTo('HEAD', (reply) => ({ ...reply, body: '' })),
  }),
  fault('scene-location-lacks-the-base', 'D58', 'createScene', ['location-valid']),
  fault('webhook-location-is-of-the-first', 'D58', 'createWebhook', ['location-valid']),
  fault('render-location-leads-to-the-scene', 'D58', 'startRender', ['location-valid']),
  // Tells a place below the action, where nothing is.
  fault('retry-location-is-of-the-action', 'D58', 'retryRender', ['location-valid'], {
    spoil: onlyWith(202, (reply, request) =>
      withHeader('location', `/farm/v1${request.path}/2`)(reply, request),
    ),
    probe: async (send) => void (await send('POST', `${seeded.failed}/retry`)),
  }),
]
