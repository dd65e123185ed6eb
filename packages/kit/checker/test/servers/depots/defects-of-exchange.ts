import { defineDefects } from '../kernel/deviation.ts'
import { emptyReply } from '../kernel/reply.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader } from '../kernel/spoils.ts'
import {
  asks,
  depot,
  depotPath,
  letter,
  parcelPath,
  parcelsPath,
  seeds,
  shelf,
  shelvesPath,
} from './samples.ts'
import { keys, tokens } from './store.ts'

const parcels = parcelsPath(seeds.shelf)
const shelves = shelvesPath(seeds.bergen)
const bergen = depotPath(seeds.bergen)
const bill = parcelPath(seeds.bill)
const inventory = `${bergen}/inventory`
const stocktakes = `${bergen}/stocktakes`
const job = `${stocktakes}/${seeds.next}`

const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

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
const plain = { 'content-type': 'text/plain' }

/** Credentials, media types, headers, errors and jobs are not as they should be. */
export const defectsOfExchange = defineDefects([
  {
    id: 'head-finds-no-depot',
    class: 'D57',
    operationId: null,
    path: '/depots/{depotId}',
    description: 'Answers 404 to HEAD where GET finds something.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, { method }) => (method === 'HEAD' ? { ...reply, status: 404 } : reply),
    probe: asks(['HEAD', bergen]),
  },
  {
    id: 'head-tells-an-empty-note',
    class: 'D57',
    operationId: null,
    path: '/depots/{depotId}/shelves/{shelfId}/parcels/{parcelId}/note',
    description: 'Announces no content to HEAD where GET has some.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, { method }) =>
      method === 'HEAD' && reply.status === 200 ? { ...reply, body: '' } : reply,
    probe: asks(['PUT', `${bill}/note`, { body: 'Mind', headers: plain }], ['HEAD', `${bill}/note`]),
  },
  {
    id: 'head-tells-another-type',
    class: 'D57',
    operationId: null,
    path: '/depots/{depotId}/inventory',
    description: 'Announces another media type to HEAD.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) =>
      request.method === 'HEAD' ? withHeader('content-type', 'application/json')(reply, request) : reply,
    probe: asks(['HEAD', inventory]),
  },
  {
    id: 'head-tells-no-total',
    class: 'D57',
    operationId: null,
    path: '/depots/{depotId}/shelves',
    description: 'Leaves a header out where HEAD asks.',
    expectedChecks: ['head-mismatch', 'header-mismatch'],
    spoil: (reply, request) =>
      request.method === 'HEAD' ? withoutHeader('x-total-count')(reply, request) : reply,
    probe: asks(['HEAD', shelves]),
  },
  {
    id: 'any-scheme-will-do',
    class: 'D66',
    operationId: 'listShelves',
    description: 'Takes a token behind any name of a scheme.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: asks(['GET', shelves, { headers: { authorization: `Basic ${tokens.north}` } }]),
  },
  {
    id: 'longer-token-will-do',
    class: 'D66',
    operationId: 'getShelf',
    description: 'Takes a token with something behind it.',
    expectedChecks: ['weak-credential'],
    probe: asks(['GET', `${shelves}/${seeds.shelf}`, bearing(`${tokens.north}x`)]),
  },
  {
    id: 'half-a-token-will-do',
    class: 'D66',
    operationId: 'listParcels',
    description: 'Takes the beginning of a token.',
    expectedChecks: ['weak-credential'],
    probe: asks(['GET', parcels, bearing(tokens.north.slice(0, -1))]),
  },
  {
    id: 'token-in-any-case',
    class: 'D66',
    operationId: 'getParcel',
    description: 'Does not tell capitals from small letters in a token.',
    expectedChecks: ['weak-credential'],
    probe: asks(['GET', bill, bearing(tokens.north.toUpperCase())]),
  },
  {
    id: 'expired-token-will-do',
    class: 'D66',
    operationId: 'getStocktake',
    description: 'Does not look at how old a token is.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: asks(['POST', stocktakes], ['GET', job, bearing(tokens.northExpired)]),
  },
  {
    id: 'any-key-will-do',
    class: 'D66',
    operationId: 'getNote',
    description: 'Takes any value of the cookie.',
    expectedChecks: ['weak-credential', 'invalid-auth'],
    probe: asks([
      'GET',
      `${bill}/note`,
      { anonymous: true, headers: { cookie: `depot_key=${keys.north}x` } },
    ]),
  },
  {
    id: 'inventory-for-everybody',
    class: 'D66',
    operationId: 'exportInventory',
    description: 'Does not ask who it is.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    probe: asks(['GET', inventory, { anonymous: true }]),
  },
  {
    id: 'writer-exports',
    class: 'D66',
    operationId: 'exportInventory',
    description: 'Takes the scope to write for the one to read.',
    expectedChecks: ['credential-scope'],
    probe: asks(['GET', inventory, bearing(tokens.northWriter)]),
  },
  {
    id: 'reader-puts-up-shelves',
    class: 'D66',
    operationId: 'createShelf',
    description: 'Does not ask for the scope to write.',
    expectedChecks: ['credential-scope'],
    probe: asks(['POST', shelves, { json: shelf, ...bearing(tokens.northReader) }]),
  },
  {
    id: 'depots-of-others-are-read',
    class: 'D66',
    operationId: 'getDepot',
    description: 'Tells a depot of another account.',
    expectedChecks: ['credential-scope'],
    probe: asks(['GET', depotPath(seeds.bern)]),
  },
  {
    id: 'depots-of-others-are-closed',
    class: 'D66',
    operationId: 'deleteDepot',
    description: 'Removes a depot of another account.',
    expectedChecks: ['credential-scope'],
    probe: asks(['DELETE', depotPath(seeds.bern)]),
  },
  {
    id: 'shelves-of-others-are-listed',
    class: 'D66',
    operationId: 'listShelves',
    description: 'Lists what is in a depot of another account, which itself is not told.',
    expectedChecks: ['credential-scope'],
    probe: asks(['GET', shelvesPath(seeds.bern)]),
  },
  {
    id: 'notes-are-told-as-html',
    class: 'D67',
    operationId: 'getNote',
    description: 'Names another media type than the documented one.',
    expectedChecks: ['content-type-conformance'],
    probe: asks(['PUT', `${bill}/note`, { body: 'Mind', headers: plain }], ['GET', `${bill}/note`]),
  },
  {
    id: 'notes-are-trimmed',
    class: 'D67',
    operationId: 'putNote',
    description: 'Leaves out the line end behind a text.',
    expectedChecks: ['text-round-trip', 'read-your-write'],
    probe: asks(['PUT', `${bill}/note`, { body: 'Mind\n', headers: plain }], ['GET', `${bill}/note`]),
  },
  {
    id: 'depots-are-made-of-any-text',
    class: 'D67',
    operationId: 'createDepot',
    description: 'Reads JSON from a body of another media type.',
    expectedChecks: ['negative-data-rejection', 'content-negotiation'],
    probe: asks(['POST', '/depots', { json: depot, headers: plain }]),
  },
  {
    id: 'inventory-is-csv-whatever-is-asked',
    class: 'D67',
    operationId: 'exportInventory',
    description: 'Does not look at `Accept`, though it has another media type on offer.',
    expectedChecks: ['content-negotiation'],
    probe: asks(['GET', inventory, { headers: { accept: 'application/json' } }]),
  },
  {
    id: 'inventory-is-latin-1',
    class: 'D67',
    operationId: 'exportInventory',
    description: 'Writes another charset than it says.',
    expectedChecks: ['content-type-conformance', 'text-round-trip'],
    probe: asks(['POST', parcels, { json: { ...letter, label: 'Brød' } }], ['GET', inventory]),
  },
  {
    id: 'quotes-in-cells-stay-single',
    class: 'D67',
    operationId: 'exportInventory',
    description: 'Does not double the quotes inside a quoted cell of CSV.',
    expectedChecks: ['response-schema-conformance', 'text-round-trip'],
    probe: asks(['GET', inventory]),
  },
  {
    id: 'file-is-cut-at-a-null',
    class: 'D67',
    operationId: 'uploadDocument',
    description: 'Keeps a file up to its first null.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: asks(['POST', `${bill}/documents`, upload('ab\0cd', invoice)]),
  },
  {
    id: 'file-is-read-as-text',
    class: 'D67',
    operationId: 'uploadDocument',
    description: 'Reads the bytes of a file as UTF-8, and writes them again.',
    expectedChecks: ['read-your-write', 'text-round-trip'],
    probe: asks(['POST', `${bill}/documents`, upload('\u{feff}ab', invoice)]),
  },
  {
    id: 'missing-shelf-in-other-words',
    class: 'D70',
    operationId: 'getShelf',
    description: 'Tells one error in the shape of the framework.',
    expectedChecks: ['error-body-conformance', 'response-schema-conformance'],
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"statusCode":404,"error":"Not Found"}')),
    probe: asks(['GET', `${shelves}/${seeds.nowhere}`]),
  },
  {
    id: 'wrong-shelf-shows-the-stack',
    class: 'D70',
    operationId: 'createShelf',
    description: 'Shows the lines of its code in an error.',
    expectedChecks: ['leaked-internals'],
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
    probe: asks(['POST', shelves, { json: { ...shelf, code: 7 } }]),
  },
  {
    id: 'no-note-answers-204',
    class: 'D70',
    operationId: 'getNote',
    description: 'Answers a status that is not documented where there is nothing.',
    expectedChecks: ['status-code-conformance', 'use-after-delete'],
    spoil: onlyWith(404, () => emptyReply(204)),
    probe: asks(['GET', `${bill}/note`]),
  },
  {
    id: 'document-without-kind-answers-422',
    class: 'D70',
    operationId: 'uploadDocument',
    description: 'Answers an undocumented status for one of several wrong parts.',
    expectedChecks: ['status-code-conformance'],
    probe: asks(['POST', `${bill}/documents`, upload('ab', { title: 'Invoice' })]),
  },
  {
    id: 'failed-move-answers-200',
    class: 'D70',
    operationId: 'moveParcel',
    description: 'Answers 200 with the words of an error.',
    expectedChecks: ['response-schema-conformance'],
    probe: asks([
      'POST',
      `${bill}/moves`,
      {
        body: `targetShelfId=${seeds.nowhere}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]),
  },
  {
    id: 'rate-limit-in-words',
    class: 'D72',
    operationId: 'createDepot',
    description: 'Puts a text into a header that is a whole number.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withHeader('x-rate-limit', '600/min'),
    probe: asks(['POST', '/depots', { json: depot }]),
  },
  {
    id: 'request-id-of-another',
    class: 'D72',
    operationId: 'getDepot',
    description: 'Gives back another id than the request came with.',
    expectedChecks: ['header-mismatch'],
    spoil: (reply, request) =>
      reply.headers['x-request-id'] === undefined
        ? reply
        : withHeader('x-request-id', '11111111-1111-4111-8111-111111111111')(reply, request),
    probe: asks(['GET', bergen, { headers: { 'x-request-id': '22222222-2222-4222-8222-222222222222' } }]),
  },
  {
    id: 'inventory-counts-its-head',
    class: 'D72',
    operationId: 'exportInventory',
    description: 'Counts the line of names in a header.',
    expectedChecks: ['header-mismatch'],
    probe: asks(['GET', inventory]),
  },
  {
    id: 'retry-after-a-second',
    class: 'D72',
    operationId: 'startStocktake',
    description: 'Writes a number of seconds with its unit.',
    expectedChecks: ['response-headers-conformance'],
    probe: asks(['POST', stocktakes]),
  },
  {
    id: 'stocktake-begins-again',
    class: 'D73',
    operationId: 'getStocktake',
    description: 'Goes back from done to running.',
    expectedChecks: ['job-never-ends'],
    probe: asks(['POST', stocktakes], ['GET', job], ['GET', job], ['GET', job]),
  },
  {
    id: 'stocktake-never-ends',
    class: 'D73',
    operationId: 'getStocktake',
    description: 'Is running for ever.',
    expectedChecks: ['job-never-ends'],
    probe: asks(['POST', stocktakes], ['GET', job], ['GET', job]),
  },
  {
    id: 'result-before-it-is-done',
    class: 'D73',
    operationId: 'getStocktake',
    description: 'Tells a result while it still counts.',
    expectedChecks: ['job-never-ends'],
    probe: asks(['POST', stocktakes], ['GET', job]),
  },
  {
    id: 'stocktake-has-no-place',
    class: 'D73',
    operationId: 'startStocktake',
    description: 'Does not tell where it can be followed.',
    expectedChecks: ['missing-required-header', 'response-headers-conformance', 'location-valid'],
    probe: asks(['POST', stocktakes]),
  },
])
