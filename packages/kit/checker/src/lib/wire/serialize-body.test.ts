import { describe, expect, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { operationOf, operationTaking, valuesOf } from './fixtures/operation-of.ts'
import { serializeRequest, UnsendableError } from './serialize-request.ts'

const bodyOf = async (contentType: string, media: object, value: Json) => {
  const { body, headers } = serializeRequest(
    await operationTaking(contentType, media),
    valuesOf({ body: { contentType, value } }),
  )
  return { body, contentType: headers.find(([name]) => name === 'content-type')?.[1] }
}

describe('serializeBody', () => {
  test.each([
    ['application/json', { a: [null] }, '{"a":[null]}', 'application/json'],
    [
      'application/merge-patch+json; charset=utf-8',
      '\uD800',
      String.raw`"\ud800"`,
      'application/merge-patch+json; charset=utf-8',
    ],
    ['*/*', 1, '1', 'application/json'],
    ['text/*', 'a', 'a', 'text/plain'],
    ['image/*', 'bytes', 'bytes', 'image/png'],
    ['text/plain', 12, '12', 'text/plain'],
    ['application/octet-stream', 'a\0b', 'a\0b', 'application/octet-stream'],
  ])('writes %s', async (wanted, value, body, contentType) => {
    expect(await bodyOf(wanted, {}, value)).toEqual({ body, contentType })
  })

  test('writes a form by its encodings', async () => {
    const encoding = {
      tags: { style: 'pipeDelimited' },
      at: { style: 'deepObject' },
      meta: { contentType: 'application/json' },
    }
    const value = {
      'a b': 'c&d',
      n: null,
      list: ['x', 'y'],
      tags: ['p', 'q'],
      at: { k: 1 },
      meta: [1],
      nested: { z: true },
    }
    const { body } = await bodyOf('application/x-www-form-urlencoded', { encoding }, value)
    expect(body).toBe(
      'a%20b=c%26d&list=x&list=y&tags=p%7Cq&at%5Bk%5D=1&meta=%5B1%5D&nested=%7B%22z%22%3Atrue%7D',
    )
  })

  test('writes multipart with text, file and JSON parts', async () => {
    const properties = {
      file: { type: 'string', format: 'binary' },
      files: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
    }
    const media = {
      schema: { type: 'object', properties },
      encoding: { file: { contentType: 'image/png, image/jpeg' } },
    }
    const { body, contentType } = await bodyOf('multipart/form-data', media, {
      'a"b': 1,
      file: 'x',
      files: ['y', 'z'],
      meta: { k: 2 },
    })
    expect(contentType).toBe('multipart/form-data; boundary=contract-checker-0')
    expect(String(body).split('\r\n')).toEqual([
      '--contract-checker-0',
      'content-disposition: form-data; name="a%22b"',
      '',
      '1',
      '--contract-checker-0',
      'content-disposition: form-data; name="file"; filename="file"',
      'content-type: image/png',
      '',
      'x',
      '--contract-checker-0',
      'content-disposition: form-data; name="files"; filename="file"',
      'content-type: application/octet-stream',
      '',
      'y',
      '--contract-checker-0',
      'content-disposition: form-data; name="files"; filename="file"',
      'content-type: application/octet-stream',
      '',
      'z',
      '--contract-checker-0',
      'content-disposition: form-data; name="meta"',
      'content-type: application/json',
      '',
      '{"k":2}',
      '--contract-checker-0--',
      '',
    ])
  })

  test('chooses a boundary that the content does not hold', async () => {
    const { contentType } = await bodyOf('multipart/form-data', {}, { a: '--contract-checker-0' })
    expect(contentType).toBe('multipart/form-data; boundary=contract-checker-1')
  })

  test('sends no body with a GET', async () => {
    const operation = await operationOf(
      { requestBody: { content: { 'application/json': {} } } },
      { method: 'get' },
    )
    const request = serializeRequest(
      operation,
      valuesOf({ body: { contentType: 'application/json', value: 1 } }),
    )
    expect(request.body).toBeUndefined()
    expect(request.headers).toEqual([['accept', '*/*']])
  })

  test.each([
    ['application/xml', { a: 1 }],
    ['text/plain', '\uD800'],
    ['application/x-www-form-urlencoded', { a: '\uDC00' }],
    ['multipart/form-data', { a: '\uDC00' }],
  ])('refuses what %s cannot carry', async (contentType, value) => {
    await expect(bodyOf(contentType, {}, value)).rejects.toThrow(UnsendableError)
  })
})
