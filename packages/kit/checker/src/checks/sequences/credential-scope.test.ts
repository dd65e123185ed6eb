import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { credentialScope } from './credential-scope.ts'

const reader = { name: 'reader', schemes: ['bearer'], scopes: ['read'], owns: false, isExpired: false }
const scoped = await createRig(oneOperation({ security: [{ bearer: ['write'] }, { bearer: ['admin'] }] }))
const asReader = { operation: 'act', auth: 'other', identity: reader } as const

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
const rig = await createRig(notes)
const open = await createRig({ ...notes, security: [] })

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

const verifyLast = (drafts: readonly ExchangeDraft[], make = rig) => {
  const exchanges: Exchange[] = []
  for (const draft of drafts) exchanges.push(make({ ...draft, history: [...exchanges] }))
  return credentialScope.verify(exchanges.at(-1) as Exchange)
}

describe('credentialScope', () => {
  it('accuses an operation that does not ask for its scopes', () => {
    expect(credentialScope.verify(scoped({ ...asReader, status: 200 }))).toMatchObject([
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/security/0',
        message: 'The 200 response of act was returned to reader, which lacks the scope write or admin.',
      },
    ])
  })

  it.each([401, 403, 404, 422])('is content with %i', (status) => {
    expect(credentialScope.verify(scoped({ ...asReader, status }))).toEqual([])
  })

  it.each([
    ['no scopes are told', { ...reader, scopes: undefined }],
    ['one alternative is satisfied', { ...reader, scopes: ['admin'] }],
    ['there are no credentials for it', { ...reader, schemes: [] }],
  ])('is silent where %s', (_title, identity) => {
    expect(credentialScope.verify(scoped({ ...asReader, identity, status: 200 }))).toEqual([])
  })

  it.each([
    ['reading', 'getNote', [ownRead, { ...ownRead, ...stranger, step: 'stranger-read' }]],
    [
      'listing',
      'listNotes',
      [
        { ...list, step: 'owner-list', json: [mine] },
        { ...list, ...stranger, step: 'stranger-list', json: [{ id: 1 }, mine] },
      ],
    ],
    ['changing', 'putNote', [ownRead, change, { ...after, status: 200, json: { id: 7, text: 'theirs' } }]],
    ['deleting', 'deleteNote', [ownRead, remove, { ...after, status: 404 }]],
  ])('accuses %s what another identity created', (_title, operationId, drafts) => {
    expect(verifyLast([create, ...drafts])).toMatchObject([{ operationId, check: 'credential-scope' }])
    expect(verifyLast([create, ...drafts], open)).toEqual([])
  })

  it.each([
    [
      'a thing of its own with the same id',
      [ownRead, { ...ownRead, ...stranger, step: 'stranger-read', json: { id: 7, text: 'theirs' } }],
    ],
    [
      'a list without it',
      [
        { ...list, step: 'owner-list', json: [mine] },
        { ...list, ...stranger, step: 'stranger-list', json: [{ id: 7, text: 'theirs' }] },
      ],
    ],
    ['a change that is not seen', [ownRead, change, { ...after, status: 200, json: mine }]],
    ['a deletion that is not seen', [ownRead, remove, { ...after, status: 200, json: mine }]],
    ['a refusal', [ownRead, { ...at, ...stranger, step: 'stranger-read', status: 403 }]],
  ])('is content with %s', (_title, drafts) => {
    expect(verifyLast([create, ...drafts])).toEqual([])
  })

  it.each([
    ['note-7f3a9c21', 1],
    [7, 0],
  ])('knows the thing %s of another by its key', (id, count) => {
    const own = { operation: 'createNote', step: 'owner-key', body: mine, status: 201, json: { ...mine, id } }
    expect(verifyLast([own, { ...own, ...stranger, step: 'stranger-key' }])).toHaveLength(count)
  })
})
