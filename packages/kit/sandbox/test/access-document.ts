import type { OpenApiDocument } from '@contract-kit/express'

/** A schema, response or other part of a document. */
export type Part = Readonly<Record<string, unknown>>

export const json = (schema: Part): Part => ({ 'application/json': { schema } })

export const problem = {
  description: 'It did not work.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status'],
        properties: {
          type: { type: 'string', format: 'uri-reference' },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
        },
      },
    },
  },
}

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer', readOnly: true }, text: { type: 'string', maxLength: 100 } },
}

/** How the notes of a document differ from the plain ones. */
export interface NotesOptions {
  readonly schemes?: Part
  /** `security` of the whole document. */
  readonly security?: readonly Part[]
  /** `security` of the single operations, by operationId. */
  readonly own?: Readonly<Record<string, readonly Part[]>>
  /** More responses of every operation. */
  readonly responses?: Part
  readonly paths?: Part
  /** The operations that the document has: each costs the validator some time. All unless given. */
  readonly operations?: readonly string[]
}

/** Notes that can be created, listed, read, changed and deleted, with comments below them. */
export function notesDocument({
  schemes = { token: { type: 'http', scheme: 'bearer' } },
  security = [{ token: [] }],
  own = {},
  responses = { 401: problem, 403: problem, 404: problem, 400: problem },
  paths = {},
  operations,
}: NotesOptions = {}): OpenApiDocument {
  const noteId = { name: 'noteId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
  const operation = (operationId: string, status: number, schema: Part | undefined, body?: Part): Part => ({
    operationId,
    ...(body && { requestBody: { required: true, content: json(body) } }),
    ...(own[operationId] && { security: own[operationId] }),
    responses: {
      [status]: { description: 'Done.', ...(schema && { content: json(schema) }) },
      ...responses,
    },
  })
  const notes: Readonly<Record<string, Part>> = {
    '/notes': {
      get: operation('listNotes', 200, { type: 'array', items: note }),
      post: operation('createNote', 201, note, note),
    },
    '/notes/{noteId}': {
      parameters: [noteId],
      get: operation('readNote', 200, note),
      put: operation('replaceNote', 200, note, note),
      delete: operation('deleteNote', 204, undefined),
    },
    '/notes/{noteId}/comments': {
      parameters: [noteId],
      get: operation('listComments', 200, { type: 'array', items: note }),
      post: operation('createComment', 201, note, note),
    },
  }
  const isKept = ([key, value]: [string, unknown]): boolean =>
    key === 'parameters' || operations?.includes(String((value as Part)['operationId'])) !== false
  const kept = Object.entries(notes).flatMap(([path, item]) => {
    const entries = Object.entries(item).filter(isKept)
    return entries.every(([key]) => key === 'parameters')
      ? []
      : [[path, Object.fromEntries(entries)] as const]
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security,
    paths: { ...Object.fromEntries(kept), ...paths },
    components: { securitySchemes: schemes },
  }
}
