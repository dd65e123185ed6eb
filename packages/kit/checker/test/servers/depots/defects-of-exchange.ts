import { fault, textChanged, wrongCredentialAccepted } from '../kernel/deviation.ts'
import { emptyReply } from '../kernel/reply.ts'
import { answerInstead, onlyTo, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { asks, depotPath, letter, parcelPath, parcelsPath, seeds, shelvesPath } from './samples.ts'
import { keys } from './store.ts'

const parcels = parcelsPath(seeds.shelf)
const shelves = shelvesPath(seeds.bergen)
const bergen = depotPath(seeds.bergen)
const bill = parcelPath(seeds.bill)
const inventory = `${bergen}/inventory`
const stocktakes = `${bergen}/stocktakes`
const job = `${stocktakes}/${seeds.next}`

const boundary = 'depots-boundary'

const upload = (file: string, details: object) => ({
  body: [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="scan.bin"',
    'Content-Type: application/octet-stream',
    '',
    file,
    `--${boundary}`,
    'Content-Disposition: form-data; name="details"',
    'Content-Type: application/json',
    '',
    JSON.stringify(details),
    `--${boundary}--`,
    '',
  ].join('\r\n'),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
})

const invoice = { title: 'Invoice', kind: 'invoice' }

/** Credentials, media types, headers, errors and jobs are not as they should be. */
export const defectsOfExchange = [
  fault('head-finds-no-depot', 'D57', null, ['head-mismatch'], {
    path: '/depots/{depotId}',
    spoil: onlyTo('HEAD', withStatus(404)),
  }),
  fault('head-tells-an-empty-note', 'D57', null, ['head-mismatch'], {
    path: '/depots/{depotId}/shelves/{shelfId}/parcels/{parcelId}/note',
    spoil: onlyTo(
      'HEAD',
      onlyWith(200, (reply) => ({ ...reply, body: '' })),
    ),
  }),
  fault('head-tells-another-type', 'D57', null, ['head-mismatch'], {
    path: '/depots/{depotId}/inventory',
    spoil: onlyTo('HEAD', withHeader('content-type', 'application/json')),
  }),
  fault('head-tells-no-total', 'D57', null, ['head-mismatch', 'header-mismatch'], {
    path: '/depots/{depotId}/shelves',
    spoil: onlyTo('HEAD', withoutHeader('x-total-count')),
    probe: asks(['HEAD', shelves]),
  }),
  fault('any-scheme-will-do', 'D66', 'listShelves', wrongCredentialAccepted),
  fault('longer-token-will-do', 'D66', 'getShelf', ['weak-credential']),
  fault('half-a-token-will-do', 'D66', 'listParcels', ['weak-credential']),
  fault('token-in-any-case', 'D66', 'getParcel', ['weak-credential']),
  fault('expired-token-will-do', 'D66', 'getStocktake', wrongCredentialAccepted),
  // Takes any value of the cookie.
  fault('any-key-will-do', 'D66', 'getNote', wrongCredentialAccepted, {
    probe: asks([
      'GET',
      `${bill}/note`,
      { anonymous: true, headers: { cookie: `depot_key=${keys.north}x` } },
    ]),
  }),
  fault('inventory-for-everybody', 'D66', 'exportInventory', ['ignored-auth', 'invalid-auth']),
  // Takes the scope to write for the one to read.
  fault('writer-exports', 'D66', 'exportInventory', ['credential-scope']),
  fault('reader-puts-up-shelves', 'D66', 'createShelf', ['credential-scope']),
  fault('depots-of-others-are-read', 'D66', 'getDepot', ['credential-scope']),
  fault('depots-of-others-are-closed', 'D66', 'deleteDepot', ['credential-scope']),
  fault('shelves-of-others-are-listed', 'D66', 'listShelves', ['credential-scope']),
  fault('notes-are-told-as-html', 'D67', 'getNote', ['content-type-conformance']),
  fault('notes-are-trimmed', 'D67', 'putNote', textChanged),
  // Reads JSON from a body of another media type.
  fault('depots-are-made-of-any-text', 'D67', 'createDepot', [
    'negative-data-rejection',
    'content-negotiation',
  ]),
  fault('inventory-is-csv-whatever-is-asked', 'D67', 'exportInventory', ['content-negotiation']),
  fault('inventory-is-latin-1', 'D67', 'exportInventory', ['content-type-conformance', 'text-round-trip'], {
    probe: asks(['POST', parcels, { json: { ...letter, label: 'Brød' } }], ['GET', inventory]),
  }),
  fault('quotes-in-cells-stay-single', 'D67', 'exportInventory', [
    'response-schema-conformance',
    'text-round-trip',
  ]),
  fault('file-is-cut-at-a-null', 'D67', 'uploadDocument', textChanged),
  fault('file-is-read-as-text', 'D67', 'uploadDocument', textChanged, {
    probe: asks(['POST', `${bill}/documents`, upload('\u{feff}ab', invoice)]),
  }),
  // Tells one error in the shape of the framework.
  fault(
    'missing-shelf-in-other-words',
    'D70',
    'getShelf',
    ['error-body-conformance', 'response-schema-conformance'],
    {
      spoil: onlyWith(404, answerInstead(404, 'application/json', '{"statusCode":404,"error":"Not Found"}')),
    },
  ),
  fault('wrong-shelf-shows-the-stack', 'D70', 'createShelf', ['leaked-internals'], {
    spoil: onlyWith(
      400,
      answerInstead(
        400,
        'application/json',
        JSON.stringify({
          code: 'bad_request',
          message:
            'TypeError: code is no string\n    at readShelf (/srv/depots/dist/shelves.js:41:17)\n    at Layer.handle (/srv/depots/node_modules/express/lib/router/layer.js:95:5)',
        }),
      ),
    ),
  }),
  fault('no-note-answers-204', 'D70', 'getNote', ['status-code-conformance', 'use-after-delete'], {
    spoil: onlyWith(404, () => emptyReply(204)),
  }),
  fault('document-without-kind-answers-422', 'D70', 'uploadDocument', ['status-code-conformance']),
  fault('failed-move-answers-200', 'D70', 'moveParcel', ['response-schema-conformance']),
  fault('rate-limit-in-words', 'D72', 'createDepot', ['response-headers-conformance'], {
    spoil: withHeader('x-rate-limit', '600/min'),
  }),
  fault('request-id-of-another', 'D72', 'getDepot', ['header-mismatch'], {
    spoil: (reply, request) =>
      reply.headers['x-request-id'] === undefined
        ? reply
        : withHeader('x-request-id', '11111111-1111-4111-8111-111111111111')(reply, request),
    probe: asks(['GET', bergen, { headers: { 'x-request-id': '22222222-2222-4222-8222-222222222222' } }]),
  }),
  // Counts the line of names in a header.
  fault('inventory-counts-its-head', 'D72', 'exportInventory', ['header-mismatch'], {
    probe: asks(['GET', inventory]),
  }),
  fault('retry-after-a-second', 'D72', 'startStocktake', ['response-headers-conformance']),
  fault('stocktake-begins-again', 'D73', 'getStocktake', ['job-never-ends']),
  fault('stocktake-never-ends', 'D73', 'getStocktake', ['job-never-ends'], {
    probe: asks(['POST', stocktakes], ['GET', job], ['GET', job]),
  }),
  fault('result-before-it-is-done', 'D73', 'getStocktake', ['job-never-ends'], {
    probe: asks(['POST', stocktakes], ['GET', job]),
  }),
  fault('stocktake-has-no-place', 'D73', 'startStocktake', [
    'missing-required-header',
    'response-headers-conformance',
    'location-valid',
  ]),
]
