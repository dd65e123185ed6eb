import { fault, invalidAccepted, textChanged } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { bytes, seeded } from './samples.ts'

/** Media types, headers and errors. */
export const defectsOfExchange = [
  fault('frames-overlook-accept', 'D67', 'getFrames', ['content-negotiation']),
  fault('csv-is-not-quoted', 'D67', 'getFrames', ['response-schema-conformance', 'text-round-trip'], {
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'text/csv' } })),
  }),
  fault('ndjson-is-one-array', 'D67', 'getFrames', ['response-schema-conformance'], {
    probe: async (send) =>
      void (await send('GET', `${seeded.done}/frames`, { headers: { accept: 'application/x-ndjson' } })),
  }),
  fault('result-says-octet-stream', 'D67', 'getResult', ['content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'application/octet-stream')),
  }),
  fault('notes-say-latin-1', 'D67', 'getNotes', ['text-round-trip', 'content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'text/plain; charset=iso-8859-1')),
  }),
  fault('uploads-of-any-type-are-taken', 'D67', 'uploadContent', ['content-negotiation']),
  // Takes more bytes than it says it does, and tells a size that its schema forbids.
  fault('uploads-of-any-size-are-taken', 'D50', 'uploadContent', invalidAccepted, {
    probe: async (send) => void (await send('PUT', `${seeded.scene}/content`, bytes('x'.repeat(65_537)))),
  }),
  fault('crashes-on-null-change', 'D70', 'updateScene', ['not-a-server-error', 'status-code-conformance']),
  fault('crashes-on-empty-batch', 'D70', 'changeScenes', ['not-a-server-error', 'status-code-conformance']),
  fault(
    'missing-scene-is-200',
    'D70',
    'getScene',
    ['response-schema-conformance', 'content-type-conformance', 'use-after-delete'],
    { spoil: onlyWith(404, withStatus(200)) },
  ),
  fault(
    'conflict-in-another-shape',
    'D70',
    'retryRender',
    ['error-body-conformance', 'response-schema-conformance', 'content-type-conformance'],
    { spoil: onlyWith(409, answerInstead(409, 'application/problem+json', '{"error":"conflict"}')) },
  ),
  fault('removed-webhook-is-410', 'D70', 'getWebhook', ['status-code-conformance'], {
    spoil: onlyWith(404, withStatus(410)),
  }),
  fault('broken-json-tells-where-it-broke', 'D70', 'changeScenes', ['leaked-internals']),
  // Tells of an item as done whose scene is not there.
  fault(
    'batch-says-200-for-missing',
    'D70',
    'changeScenes',
    ['header-mismatch', 'failed-change-side-effects'],
    {
      probe: async (send) => {
        const items = [{ op: 'archive', sceneId: seeded.missing.slice(8) }]
        await send('POST', '/scene-batches', { json: { items } })
      },
    },
  ),
  // Leaves out a header that every success has.
  fault(
    'events-lack-limits',
    'D72',
    'streamEvents',
    ['missing-required-header', 'response-headers-conformance'],
    { spoil: withoutHeader('x-ratelimit-remaining') },
  ),
  fault(
    'listing-unknown-callers-lacks-a-challenge',
    'D72',
    'listScenes',
    ['missing-www-authenticate', 'response-headers-conformance'],
    { spoil: onlyWith(401, withoutHeader('www-authenticate')) },
  ),
  fault('limit-is-told-in-words', 'D72', 'getFrames', ['response-headers-conformance'], {
    spoil: withHeader('x-ratelimit-limit', '1000 per window'),
  }),
  // Counts the frames that are still to come.
  fault('frame-count-is-of-all', 'D72', 'getFrames', ['header-mismatch'], {
    probe: async (send) => void (await send('GET', `${seeded.queued}/frames`)),
  }),
  // Tells half a second, which is neither a whole number nor a date.
  fault('retry-after-is-a-fraction', 'D72', 'getRender', ['response-headers-conformance'], {
    spoil: (reply, request) =>
      reply.headers['retry-after'] === undefined ? reply : withHeader('retry-after', '0.5')(reply, request),
  }),
  fault('uploads-lose-their-last-byte', 'D67', 'uploadContent', textChanged),
  fault('notes-are-trimmed', 'D67', 'putNotes', textChanged),
]
