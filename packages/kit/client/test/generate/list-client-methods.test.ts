import { describe, expect, it } from 'vitest'
import { listClientMethods } from '../../generate/index.ts'

const bookSchema = {
  type: 'object',
  required: ['title', 'kind'],
  properties: { title: { type: 'string' }, kind: { type: 'string', const: 'book' } },
}
const document = {
  openapi: '3.1.1',
  info: { title: 'Library', version: '1.0.0' },
  paths: {
    '/shelves/{shelf-id}/books': {
      parameters: [
        { name: 'shelf-id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'x-branch', in: 'header', schema: { type: 'string' } },
      ],
      get: { operationId: 'list-books', responses: { 204: { description: 'None.' } } },
      post: {
        operationId: 'add-book',
        requestBody: { required: true, content: { 'application/json': { schema: bookSchema } } },
        responses: { 204: { description: 'Added.' } },
      },
    },
  },
}

describe('listClientMethods', () => {
  it('lists methods with the members of their input', () => {
    expect(listClientMethods(document, { ignoreParameters: ['x-branch'] })).toStrictEqual([
      {
        name: 'listBooks',
        method: 'GET',
        path: '/shelves/{shelf-id}/books',
        parameters: [{ member: 'shelf-id', in: 'path', name: 'shelf-id' }],
        bodyIn: undefined,
        constants: [],
      },
      {
        name: 'addBook',
        method: 'POST',
        path: '/shelves/{shelf-id}/books',
        parameters: [{ member: 'shelf-id', in: 'path', name: 'shelf-id' }],
        bodyIn: 'members',
        constants: ['kind'],
      },
    ])
  })

  it('tells parameters of one name apart', () => {
    const get = {
      operationId: 'findBook',
      parameters: [
        { name: 'shelf', in: 'query', schema: { type: 'string' } },
        { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
      ],
      responses: { 204: { description: 'Found.' } },
    }
    const [method] = listClientMethods({ ...document, paths: { '/shelves/{shelf}': { get } } })
    expect(method?.parameters).toStrictEqual([
      { member: 'queryShelf', in: 'query', name: 'shelf' },
      { member: 'shelf', in: 'path', name: 'shelf' },
    ])
  })

  it('throws what the generator throws', () => {
    expect(() => listClientMethods({ openapi: '2.0' })).toThrow(
      expect.objectContaining({ name: 'GenerateError' }),
    )
  })
})
