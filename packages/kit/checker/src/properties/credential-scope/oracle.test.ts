import { actRig, describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { credentialScope } from './oracle.ts'

const reader = { name: 'reader', schemes: ['bearer'], scopes: ['read'], owns: false, isExpired: false }
const asReader = { auth: 'other', identity: reader } as const

const note = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }
const gone = { description: 'gone' }
const parameters = [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }]
const notes = {
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: jsonResponse({ type: 'array', items: note }) } },
      post: {
        operationId: 'createNote',
        requestBody: jsonBody(note),
        responses: { 201: jsonResponse(note) },
      },
    },
    '/notes/{noteId}': {
      parameters,
      get: { operationId: 'getNote', responses: { 200: jsonResponse(note), 404: gone } },
      put: { operationId: 'putNote', requestBody: jsonBody(note), responses: { 200: jsonResponse(note) } },
      delete: { operationId: 'deleteNote', responses: { 204: gone, 404: gone } },
    },
  },
}
const rig = await rigOf(notes)
const open = await rigOf({ ...notes, security: [] })

const mine = { id: 7, text: 'mine' }
const stranger = {
  auth: 'other',
  identity: { name: 'neighbor', schemes: ['token'], owns: true, isExpired: false },
} as const
const create = { operation: 'createNote', step: 'create', body: { text: 'mine' }, status: 201, json: mine }
const at = { operation: 'getNote', path: { noteId: 7 } }
const ownRead = { ...at, step: 'owner-read', status: 200, json: mine }
const list = { operation: 'listNotes', status: 200 }
const change = {
  ...at,
  ...stranger,
  operation: 'putNote',
  step: 'stranger-change',
  body: { text: 'theirs' },
  status: 200,
  json: {},
}
const remove = { ...at, ...stranger, operation: 'deleteNote', step: 'stranger-delete', status: 204 }
const after = { ...at, step: 'owner-read-after' }

describeCheck(credentialScope, await actRig({ security: [{ bearer: ['write'] }, { bearer: ['admin'] }] }), [
  [
    'reports an operation that does not ask for its scopes',
    asReader,
    [
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/security/0',
        message: 'The 200 response of act was returned to reader, which lacks the scope write or admin.',
      },
    ],
  ],
  ...[401, 403, 404, 422].map((status): Row => [`takes ${status}`, { ...asReader, status }, 0]),
  ['claims nothing where no scopes are told', { ...asReader, identity: { ...reader, scopes: undefined } }, 0],
  ['takes one alternative', { ...asReader, identity: { ...reader, scopes: ['admin'] } }, 0],
  ['claims nothing without credentials for it', { ...asReader, identity: { ...reader, schemes: [] } }, 0],
])

/** The thing is created, and then something is done. */
const made = (title: string, told: Row[2], ...drafts: readonly Draft[]): Row[] => [
  [title, [create, ...drafts], told],
  [`${title}, but nothing without security`, [create, ...drafts], 0, open],
]
const place = (operationId: string) => [{ operationId, check: 'credential-scope' }]
const theirs = { id: 7, text: 'theirs' }
const strangerRead: Draft = { ...ownRead, ...stranger, step: 'stranger-read' }
const lists = (shown: readonly object[]): Draft[] => [
  { ...list, step: 'owner-list', json: [mine] },
  { ...list, ...stranger, step: 'stranger-list', json: shown },
]
const keyed = (id: unknown): Draft[] => {
  const own = { operation: 'createNote', step: 'owner-key', body: mine, status: 201, json: { ...mine, id } }
  return [own, { ...own, ...stranger, step: 'stranger-key' }]
}

describeCheck(credentialScope, rig, [
  ...made('reports a read of what another created', place('getNote'), ownRead, strangerRead),
  ...made('reports a list of it', place('listNotes'), ...lists([{ id: 1 }, mine])),
  ...made('reports a change of it', place('putNote'), ownRead, change, { ...after, json: theirs }),
  ...made('reports a deletion of it', place('deleteNote'), ownRead, remove, { ...after, status: 404 }),
  ['takes a thing of its own with the same id', [create, ownRead, { ...strangerRead, json: theirs }], 0],
  ['takes a list without it', [create, ...lists([theirs])], 0],
  ['takes a change that is not seen', [create, ownRead, change, { ...after, json: mine }], 0],
  ['takes a deletion that is not seen', [create, ownRead, remove, { ...after, json: mine }], 0],
  ['takes a refusal', [create, ownRead, { ...at, ...stranger, step: 'stranger-read', status: 403 }], 0],
  ['reports a key that gives what is of another', keyed('note-7f3a9c21'), 1],
  ['cannot tell what is of another by a small number', keyed(7), 0],
])
