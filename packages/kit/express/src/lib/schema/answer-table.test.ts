import { describe, expect, it } from 'vitest'
import { createAnswerTable } from './answer-table.ts'
import { listOperations } from './document-operations.ts'

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const [first, second] = listOperations({
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        responses: {
          200: json({ type: 'array' }),
          '4XX': json({ type: 'string' }),
          404: { description: '' },
        },
      },
      post: {
        operationId: 'addBook',
        responses: { 201: json({ type: 'array' }), default: json({ type: 'object' }) },
      },
    },
  },
})
if (first === undefined || second === undefined) throw new Error('The document has two operations')
const table = createAnswerTable([first, second], {})
const schemaOf = (operation: typeof first, status: number): unknown => {
  const name = table.find(operation, status)?.schemaName
  return typeof name === 'string' ? table.schemas[name] : name
}

describe('createAnswerTable', () => {
  it('holds each schema once', () => {
    expect(Object.values(table.schemas)).toStrictEqual([
      { type: 'array' },
      { type: 'string' },
      { type: 'object' },
    ])
    expect(table.find(first, 200)).toStrictEqual(table.find(second, 201))
  })

  it('takes a status before its range, and a range before the default', () => {
    expect(schemaOf(first, 404)).toBeNull()
    expect(schemaOf(first, 409)).toStrictEqual({ type: 'string' })
    expect(schemaOf(second, 409)).toStrictEqual({ type: 'object' })
    expect(schemaOf(second, 201)).toStrictEqual({ type: 'array' })
  })

  it('finds nothing for a status that is not declared', () => {
    expect(table.find(first, 500)).toBeUndefined()
    expect(table.find(first, 201)).toBeUndefined()
  })
})
