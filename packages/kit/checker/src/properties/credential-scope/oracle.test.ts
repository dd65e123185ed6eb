import { actRig, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { describeRule, describeVerify } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import {
  credentialScopeRule as rule,
  keyShared,
  strangerChanged,
  strangerListed,
  strangerRead,
  strangerReadOwn,
  strangerRemoved,
} from './oracle.ts'

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

describeVerify(rule, await actRig({ security: [{ bearer: ['write'] }, { bearer: ['admin'] }] }), [
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
  ...[401, 403, 404, 422].map((status): Row => [`accepts ${status}`, { ...asReader, status }, 0]),
  [
    'keeps silent where no scopes are declared',
    { ...asReader, identity: { ...reader, scopes: undefined } },
    0,
  ],
  ['accepts one alternative', { ...asReader, identity: { ...reader, scopes: ['admin'] } }, 0],
  ['keeps silent without credentials for it', { ...asReader, identity: { ...reader, schemes: [] } }, 0],
  [
    'reports an operation that takes the credentials of another scheme',
    { ...asReader, identity: { ...reader, schemes: ['cookie'] } },
    [
      {
        message:
          'The 200 response of act was returned to reader, which has only credentials of cookie, which the document does not accept here.',
      },
    ],
  ],
  ['keeps silent about scenarios, which are about owners', { ...asReader, phase: 'stateful' }, 0],
])

const mine = { id: 7, text: 'mine' }
const theirs = { id: 7, text: 'theirs' }
const stranger = {
  auth: 'other',
  identity: { name: 'neighbor', schemes: ['token'], owns: true, isExpired: false },
} as const
const create: Draft = { operation: 'createNote', body: { text: 'mine' }, status: 201, json: mine }
const at: Draft = { operation: 'getNote', path: { noteId: 7 } }
const own: Draft = { ...at, json: mine }
const list: Draft = { operation: 'listNotes' }
const lost: Draft = { ...at, status: 404 }
const put: Draft = { ...at, ...stranger, operation: 'putNote', body: { text: 'theirs' }, json: {} }
const remove: Draft = { ...at, ...stranger, operation: 'deleteNote', status: 204 }

/** The request is a fault only if credentials are required. */
const deed = <Drafts>(title: string, drafts: Drafts, operationId: string) => [
  [title, drafts, [{ operationId, check: 'credential-scope' }]] as const,
  [`${title}, but nothing without security`, drafts, 0, open] as const,
]

const read = (more: Draft) => ({ create, own, read: { ...at, ...stranger, ...more } })

describeRule(rule, strangerRead, rig, [
  ...deed('reports a read of what another created', read({ json: mine }), 'getNote'),
  ['accepts an item of its own with the same id', read({ json: theirs }), 0],
  ['accepts a rejection', read({ status: 403 }), 0],
  ['names who did what', read({ json: mine }), 'The 200 response of getNote lets neighbor read an item that createNote created for another identity.'], // prettier-ignore
  ['keeps silent where the owner cannot read it', { ...read({ json: mine }), own: lost }, 0],
])

const ownRead = (more: Draft, neighbors: unknown = theirs) => ({
  own: { ...list, json: [mine] },
  theirs: { ...list, ...stranger, json: [neighbors] },
  shown: own,
  read: { ...at, ...stranger, ...more },
})

describeRule(rule, strangerReadOwn, rig, [
  [
    'reports a read of what is under the id of another',
    ownRead({ json: mine }),
    'The 200 response of getNote lets neighbor read an item that listNotes shows to another identity.',
  ],
  ['accepts a rejection', ownRead({ status: 403 }), 0],
  ['accepts something of its own', ownRead({ json: theirs }), 0],
  ['keeps silent where both identities are shown the same', ownRead({ json: mine }, mine), 0],
])

const listed = (items: readonly object[]) => ({
  create,
  own: { ...list, json: [mine] },
  list: { ...list, ...stranger, json: items },
})

describeRule(rule, strangerListed, rig, [
  ...deed('reports a list of it', listed([{ id: 1 }, mine]), 'listNotes'),
  ['accepts a list without it', listed([theirs]), 0],
])

const changed = (after: Draft, change: Draft = put) => ({
  create,
  once: undefined,
  before: own,
  change,
  after: { ...at, ...after },
})

describeRule(rule, strangerChanged, rig, [
  ...deed('reports a change of it', changed({ json: theirs }), 'putNote'),
  ['accepts a change that does not show', changed({ json: mine }), 0],
  ['accepts a change that is only promised', changed({ json: theirs }, { ...put, status: 202 }), 0],
  ['keeps silent where the item is gone', changed({ status: 404 }), 0],
  ...deed(
    'reports an action that changes what was set at the creation',
    { ...changed({ json: { id: 7, text: '' } }, { ...put, body: {} }), once: own },
    'putNote',
  ),
])

const removed = (after: Draft) => ({ create, before: own, remove, after: { ...at, ...after } })

describeRule(rule, strangerRemoved, rig, [
  ...deed('reports a deletion of it', removed({ status: 404 }), 'deleteNote'),
  ['accepts a deletion that does not show', removed({ json: mine }), 0],
])

const keyed = (id: unknown, other = id) => ({
  own: { ...create, json: { ...mine, id } },
  other: { ...create, ...stranger, json: { ...mine, id: other } },
})

describeRule(rule, keyShared, rig, [
  ...deed('reports a key that gives what is of another', keyed('note-7f3a9c21'), 'createNote'),
  ['accepts an item of its own', keyed('note-7f3a9c21', 'note-7f3a9c22'), 0],
  ['cannot tell what is of another by a small number', keyed(7), 0],
])
