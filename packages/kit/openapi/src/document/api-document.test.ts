import { describe, expect, test } from 'vitest'
import { type ApiMedia, type ApiOperation, essenceOf, findMedia, findResponse } from './api-document.ts'
import { loadDocument } from './load-document.ts'

const operationWith = async (statuses: readonly string[]): Promise<ApiOperation> => {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: status }]))
  const { operations } = await loadDocument({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } })
  return operations[0] as ApiOperation
}

describe('findResponse', () => {
  test.each([
    [404, '404'],
    [409, '4XX'],
    [503, '5xx'],
    [201, 'default'],
  ])('finds for %i the entry %s', async (status, key) => {
    const operation = await operationWith(['404', '4XX', '5xx', 'default'])
    expect(findResponse(operation, status)?.status).toBe(key)
  })

  test('finds nothing where nothing is said', async () => {
    expect(findResponse(await operationWith(['200', '4XX']), 201)).toBeUndefined()
  })
})

describe('findMedia', () => {
  const media = ['*/*', 'text/*', 'Text/HTML; charset=utf-8', 'application/json'].map(
    (contentType) => ({ contentType }) as ApiMedia,
  )

  test.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['text/html', 'Text/HTML; charset=utf-8'],
    ['TEXT/css', 'text/*'],
    ['image/png', '*/*'],
  ])('finds for %s the entry %s', (contentType, key) => {
    expect(findMedia(media, contentType)?.contentType).toBe(key)
  })

  test('finds nothing among other types', () => {
    expect(findMedia(media.slice(3), 'application/problem+json')).toBeUndefined()
  })
})

describe('essenceOf', () => {
  test('drops parameters and case', () => {
    expect(essenceOf(' Application/JSON ; q=1')).toBe('application/json')
  })
})
