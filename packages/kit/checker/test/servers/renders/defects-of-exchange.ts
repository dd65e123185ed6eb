import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { bytes, merge, plain, seeded } from './samples.ts'

/** Media types, headers and errors. */
export const defectsOfExchange = defineDefects([
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
    id: 'listing-unknown-callers-lacks-a-challenge',
    class: 'D72',
    operationId: 'listScenes',
    description: 'Answers 401 without saying how to prove who one is.',
    expectedChecks: ['missing-www-authenticate', 'response-headers-conformance'],
    spoil: onlyWith(401, withoutHeader('www-authenticate')),
    probe: async (send) => void (await send('GET', '/scenes', { anonymous: true })),
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
  {
    id: 'uploads-lose-their-last-byte',
    class: 'D67',
    operationId: 'uploadContent',
    description: 'Receives one byte less than was sent.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: async (send) => void (await send('PUT', `${seeded.scene}/content`, bytes('mesh 1 3'))),
  },
  {
    id: 'notes-are-trimmed',
    class: 'D67',
    operationId: 'putNotes',
    description: 'Removes the white space around a text that is told exactly as it was sent.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', `${seeded.scene}/notes`, plain(' Fog.\n'))
      await send('GET', `${seeded.scene}/notes`)
    },
  },
])
