import { describe, expect, it } from 'vitest'
import { listOperations } from './document-operations.ts'

const header = (name: string): object => ({ name, in: 'header', schema: { type: 'string' } })

describe('listOperations', () => {
  it('merges the parameters of the path into the operation', () => {
    const shared = { name: 'n', in: 'query', required: true }
    const paths = {
      '/a': { parameters: [shared], get: { operationId: 'a', parameters: [{ ...shared, required: false }] } },
    }
    const [operation] = listOperations({ paths })
    expect(operation).toMatchObject({ operationId: 'a', method: 'GET', path: '/a', body: null })
    expect(operation?.parameters).toMatchObject([{ name: 'n', in: 'query', required: false }])
  })
  it('ignores the header parameters that OpenAPI ignores', () => {
    const get = {
      operationId: 'a',
      parameters: ['Accept', 'Content-Type', 'Authorization', 'X-Kept'].map(header),
    }
    const [operation] = listOperations({ paths: { '/a': { get } } })
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['X-Kept'])
  })
  it('refuses an operation without an id', () => {
    expect(() => listOperations({ paths: { '/a': { get: {} } } })).toThrow('GET /a has no operationId')
  })
  it('refuses a body that is not JSON', () => {
    const post = { operationId: 'a', requestBody: { content: { 'text/csv': {} } } }
    expect(() => listOperations({ paths: { '/a': { post } } })).toThrow(
      'a takes a body that is not application/json',
    )
  })
  it('refuses a reference that leads nowhere', () => {
    const get = { operationId: 'a', parameters: [{ $ref: '#/components/parameters/none' }] }
    expect(() => listOperations({ paths: { '/a': { get } } })).toThrow('#/components/parameters/none')
  })
  it('refuses a document that is not bundled', () => {
    const get = { operationId: 'a', parameters: [{ $ref: './other.yaml' }] }
    expect(() => listOperations({ paths: { '/a': { get } } })).toThrow('not bundled')
  })
})
