import { defineDefects } from '../kernel/deviation.ts'
import {
  answerInstead,
  onlyWith,
  withHeader,
  withoutHeader,
  withStatus,
  type Spoil,
} from '../kernel/spoils.ts'
import { asReader, asSouth, bytes, merge, scene, seeded, still, webhook } from './samples.ts'

const onHead =
  (spoil: Spoil): Spoil =>
  (reply, request) =>
    request.method === 'HEAD' ? spoil(reply, request) : reply

const batch = { items: [{ op: 'tag', sceneId: seeded.scene.slice(8), tag: 'urgent' }] }

/** Preconditions, places, credentials, media types, headers and errors. */
export const defectsOfExchange = defineDefects([
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
  {
    id: 'events-ask-nobody',
    class: 'D66',
    operationId: 'streamEvents',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    probe: async (send) => void (await send('GET', `${seeded.done}/events`, { anonymous: true })),
  },
  {
    id: 'tokens-in-any-case',
    class: 'D66',
    operationId: 'getScene',
    description: 'Takes a token in other case than it was given.',
    expectedChecks: ['weak-credential'],
    probe: async (send) =>
      void (await send('GET', seeded.scene, { headers: { authorization: 'Bearer NORTH-FULL-7F3A' } })),
  },
  {
    id: 'expired-tokens-work',
    class: 'D66',
    operationId: 'putNotes',
    description: 'Takes a token that has expired.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) => {
      const headers = { authorization: 'Bearer north-Late-55d0', 'content-type': 'text/plain' }
      await send('PUT', `${seeded.scene}/notes`, { body: 'Fog.', headers })
    },
  },
  {
    id: 'key-prefix-suffices',
    class: 'D66',
    operationId: 'startRender',
    description: 'Takes the beginning of a key for the key.',
    expectedChecks: ['weak-credential'],
    probe: async (send) => {
      const headers = { 'x-farm-key': 'farm-key' }
      await send('POST', `${seeded.scene}/renders`, { json: still, headers, anonymous: true })
    },
  },
  {
    id: 'key-with-more-behind-works',
    class: 'D66',
    operationId: 'getWebhook',
    description: 'Takes a key with anything behind it.',
    expectedChecks: ['weak-credential'],
    probe: async (send) => {
      const headers = { 'x-farm-key': 'farm-key-north-31x' }
      await send('GET', seeded.webhook, { headers, anonymous: true })
    },
  },
  {
    id: 'readers-may-cancel',
    class: 'D66',
    operationId: 'cancelRender',
    description: 'Lets a token without the scope act.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('POST', `${seeded.queued}/cancel`, { headers: asReader })),
  },
  {
    id: 'any-scheme-carries-a-token',
    class: 'D66',
    operationId: 'deleteWebhook',
    description: 'Takes a token whatever scheme it is sent by.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: async (send) =>
      void (await send('DELETE', seeded.webhook, { headers: { authorization: 'Basic north-Full-7f3a' } })),
  },
  {
    id: 'scenes-of-others-are-read',
    class: 'D66',
    operationId: 'getScene',
    description: 'Lets an account read the scenes of others.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('GET', seeded.scene, { headers: asSouth })),
  },
  {
    id: 'webhooks-of-others-are-replaced',
    class: 'D66',
    operationId: 'replaceWebhook',
    description: 'Lets an account replace a webhook of others, which it cannot read.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('PUT', seeded.webhook, { json: webhook, headers: asSouth })),
  },
  {
    id: 'batch-changes-scenes-of-others',
    class: 'D66',
    operationId: 'changeScenes',
    description: 'Does not ask in a batch whose scenes they are.',
    expectedChecks: ['credential-scope'],
    probe: async (send) => void (await send('POST', '/scene-batches', { json: batch, headers: asSouth })),
  },
  {
    id: 'frames-overlook-accept',
    class: 'D67',
    operationId: 'getFrames',
    description: 'Answers JSON whatever is accepted.',
    expectedChecks: ['content-negotiation'],
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'csv-is-not-quoted',
    class: 'D67',
    operationId: 'getFrames',
    description: 'Writes a comma within a value of CSV as if it began another.',
    expectedChecks: ['response-schema-conformance', 'text-round-trip'],
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'text/csv' } })),
  },
  {
    id: 'ndjson-is-one-array',
    class: 'D67',
    operationId: 'getFrames',
    description: 'Writes one list where each line is to be a value.',
    expectedChecks: ['response-schema-conformance'],
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'application/x-ndjson' } })),
  },
  {
    id: 'result-says-octet-stream',
    class: 'D67',
    operationId: 'getResult',
    description: 'Tells a picture as bytes of no type.',
    expectedChecks: ['content-type-conformance'],
    spoil: onlyWith(200, withHeader('content-type', 'application/octet-stream')),
    probe: async (send) => void (await send('GET', `${seeded.done}/result`)),
  },
  {
    id: 'notes-say-latin-1',
    class: 'D67',
    operationId: 'getNotes',
    description: 'Names another charset than the one it writes.',
    expectedChecks: ['text-round-trip', 'content-type-conformance'],
    spoil: onlyWith(200, withHeader('content-type', 'text/plain; charset=iso-8859-1')),
    probe: async (send) => void (await send('GET', `${seeded.scene}/notes`)),
  },
  {
    id: 'uploads-of-any-type-are-taken',
    class: 'D67',
    operationId: 'uploadContent',
    description: 'Takes a body of another media type.',
    expectedChecks: ['content-negotiation'],
    probe: async (send) =>
      void (await send('PUT', `${seeded.scene}/content`, bytes('mesh', 'application/json'))),
  },
  {
    id: 'uploads-of-any-size-are-taken',
    class: 'D50',
    operationId: 'uploadContent',
    description: 'Takes more bytes than it says it does, and tells a size that its schema forbids.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', `${seeded.scene}/content`, bytes('x'.repeat(65_537)))),
  },
  {
    id: 'crashes-on-null-change',
    class: 'D70',
    operationId: 'updateScene',
    description: 'Breaks down over a body of null.',
    expectedChecks: ['not-a-server-error', 'status-code-conformance'],
    probe: async (send) => void (await send('PATCH', seeded.scene, merge(null))),
  },
  {
    id: 'crashes-on-empty-batch',
    class: 'D70',
    operationId: 'changeScenes',
    description: 'Breaks down over a batch of nothing.',
    expectedChecks: ['not-a-server-error', 'status-code-conformance'],
    probe: async (send) => void (await send('POST', '/scene-batches', { json: { items: [] } })),
  },
  {
    id: 'missing-scene-is-200',
    class: 'D70',
    operationId: 'getScene',
    description: 'Tells an error with a status of success.',
    expectedChecks: ['response-schema-conformance', 'content-type-conformance', 'use-after-delete'],
    spoil: onlyWith(404, withStatus(200)),
    probe: async (send) => void (await send('GET', seeded.missing)),
  },
  {
    id: 'conflict-in-another-shape',
    class: 'D70',
    operationId: 'retryRender',
    description: 'Tells one error in another shape than all others.',
    expectedChecks: ['error-body-conformance', 'response-schema-conformance', 'content-type-conformance'],
    spoil: onlyWith(409, answerInstead(409, 'application/problem+json', '{"error":"conflict"}')),
    probe: async (send) => void (await send('POST', `${seeded.done}/retry`)),
  },
  {
    id: 'removed-webhook-is-410',
    class: 'D70',
    operationId: 'getWebhook',
    description: 'Answers a status that the document does not name.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(404, withStatus(410)),
    probe: async (send) => void (await send('GET', seeded.webhook.replace('001', '099'))),
  },
  {
    id: 'broken-json-tells-where-it-broke',
    class: 'D70',
    operationId: 'changeScenes',
    description: 'Tells in an error the lines of its own source.',
    expectedChecks: ['leaked-internals'],
    probe: async (send) => void (await send('POST', '/scene-batches', bytes('{', 'application/json'))),
  },
  {
    id: 'batch-says-200-for-missing',
    class: 'D70',
    operationId: 'changeScenes',
    description: 'Tells of an item as done whose scene is not there.',
    expectedChecks: ['header-mismatch', 'failed-change-side-effects'],
    probe: async (send) => {
      const items = [{ op: 'archive', sceneId: seeded.missing.slice(8) }]
      await send('POST', '/scene-batches', { json: { items } })
    },
  },
  {
    id: 'events-lack-limits',
    class: 'D72',
    operationId: 'streamEvents',
    description: 'Leaves out a header that every success has.',
    expectedChecks: ['missing-required-header', 'response-headers-conformance'],
    spoil: withoutHeader('x-ratelimit-remaining'),
    probe: async (send) => void (await send('GET', `${seeded.done}/events`)),
  },
  {
    id: 'limit-is-told-in-words',
    class: 'D72',
    operationId: 'getFrames',
    description: 'Tells a number in words.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withHeader('x-ratelimit-limit', '1000 per window'),
    probe: async (send) => void (await send('GET', `${seeded.done}/frames`)),
  },
  {
    id: 'frame-count-is-of-all',
    class: 'D72',
    operationId: 'getFrames',
    description: 'Counts the frames that are still to come.',
    expectedChecks: ['header-mismatch'],
    probe: async (send) => void (await send('GET', `${seeded.queued}/frames`)),
  },
  {
    id: 'retry-after-is-a-fraction',
    class: 'D72',
    operationId: 'getRender',
    description: 'Tells half a second, which is neither a whole number nor a date.',
    expectedChecks: ['response-headers-conformance'],
    spoil: (reply, request) =>
      reply.headers['retry-after'] === undefined ? reply : withHeader('retry-after', '0.5')(reply, request),
    probe: async (send) => void (await send('GET', seeded.queued)),
  },
])
