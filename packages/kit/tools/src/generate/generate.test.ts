import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../documents/json.ts'
import { listOperations, renderDocument, renderOperationTable } from './operation-table.ts'
import { renderTypes } from './render-types.ts'

const schemas = (members: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Tiny', version: '1' },
  paths: {},
  components: { schemas: members },
})

describe('renderTypes', () => {
  it('lets a bare object have any members', async () => {
    const text = await renderTypes(
      schemas({
        Bare: { type: 'object' },
        Closed: { type: 'object', additionalProperties: false },
        None: { type: 'object', maxProperties: 0 },
      }),
    )
    expect(text).toMatch(/Bare: Record<string, unknown>/)
    expect(text).toMatch(/Closed: Record<string, never>/)
    expect(text).toMatch(/None: Record<string, never>/)
  })

  it('reads a mapping by the names of schemas, and leaves out what leads nowhere', async () => {
    const variant = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
    const text = await renderTypes(
      schemas({
        Saw: variant,
        'Big Drill': variant,
        Tool: {
          oneOf: [{ $ref: '#/components/schemas/Saw' }, { $ref: '#/components/schemas/Big Drill' }],
          discriminator: {
            propertyName: 'kind',
            mapping: { saw: 'Saw', drill: 'Big Drill', old: 'Plane', lost: '#/components/schemas/Lost' },
          },
        },
      }),
    )
    expect(text).toMatch(/kind: "saw"/)
    expect(text).toMatch(/kind: "drill"/)
    expect(text).not.toMatch(/old|lost/i)
  })

  it('keeps a property with a default optional', async () => {
    const text = await renderTypes(
      schemas({ A: { type: 'object', properties: { n: { type: 'integer', default: 1 } } } }),
    )
    expect(text).toMatch(/n\?: number/)
  })

  it('quotes names that are no identifiers', async () => {
    const text = await renderTypes(
      schemas({ A: { type: 'object', properties: { 'tool-id': { type: 'string' } } } }),
    )
    expect(text).toMatch(/"tool-id"\?: string/)
  })

  it('marks read-only and write-only when asked', async () => {
    const document = schemas({
      A: {
        type: 'object',
        properties: { id: { type: 'string', readOnly: true }, pin: { type: 'string', writeOnly: true } },
      },
    })
    expect(await renderTypes(document)).not.toMatch(/\$Read|\$Write/)
    expect(await renderTypes(document, { readWriteMarkers: true })).toMatch(
      /id\?: \$Read<string>[^]*pin\?: \$Write<string>/,
    )
  })
})

const document: JsonObject = {
  openapi: '3.2.0',
  paths: {
    '/tools/{tool-id}': {
      get: {
        operationId: 'show-tool',
        tags: ['Tools'],
        'x-access': 'member',
        responses: { 200: {}, '4XX': {}, default: {}, 'x-note': 'none' },
      },
      delete: { responses: { 204: {} } },
      additionalOperations: { COPY: { operationId: 'copyTool', responses: { 201: {} } } },
    },
    '/shared': { $ref: '#/components/pathItems/Shared' },
  },
  components: { pathItems: { Shared: { get: { operationId: 'shared', responses: {} } } } },
}

describe('renderDocument', () => {
  it('has no paths where the document has webhooks alone', () => {
    const { paths, ...webhooks } = schemas({})
    expect(renderDocument({ ...webhooks, paths: paths ?? {} })).toMatch(/^ {2}paths: Record</m)
    expect(renderDocument(webhooks)).toMatch(/^ {2}paths\?: Record</m)
  })
})

describe('listOperations', () => {
  it('keeps ranges, default and what has no operationId', () => {
    expect(listOperations(document, 'x-access')).toStrictEqual([
      {
        operationId: 'show-tool',
        method: 'get',
        path: '/tools/{tool-id}',
        statuses: [200, '4XX', 'default'],
        access: 'member',
        tags: ['Tools'],
      },
      {
        operationId: 'DELETE /tools/{tool-id}',
        method: 'delete',
        path: '/tools/{tool-id}',
        statuses: [204],
        tags: [],
      },
      { operationId: 'copyTool', method: 'COPY', path: '/tools/{tool-id}', statuses: [201], tags: [] },
      { operationId: 'shared', method: 'get', path: '/shared', statuses: [], tags: [] },
    ])
  })
})

describe('renderOperationTable', () => {
  it('quotes keys that are no identifiers', () => {
    const text = renderOperationTable(listOperations(document))
    expect(text).toContain('\n  "show-tool": {')
    expect(text).toContain('\n  "DELETE /tools/{tool-id}": {')
    expect(text).toContain('\n  copyTool: {')
  })
})
