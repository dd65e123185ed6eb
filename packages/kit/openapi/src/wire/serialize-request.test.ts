import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { openDocument } from '../document/open-document.ts'
import { operationOf, operationTaking, operationWith, valuesOf } from './fixtures/judge-raw.ts'
import { serializeRequest } from './serialize-request.ts'
import { UnsendableError } from './wire-request.ts'

const color = ['blue', 'black', 'brown']
const rgb = { R: 100, G: 200, B: 150 }

const targetOf = async (parameter: { readonly in: 'path' | 'query' }, value: Json): Promise<string> => {
  const operation = await operationWith({ name: 'p', ...parameter })
  return serializeRequest(operation, valuesOf({ [parameter.in]: { p: value } })).target
}

const headerOf = async (
  parameter: { readonly in: 'header' | 'cookie' },
  value: Json,
): Promise<string | undefined> => {
  const operation = await operationWith({ name: 'p', ...parameter })
  const request = serializeRequest(operation, valuesOf({ [parameter.in]: { p: value } }))
  return request.headers.find(([name]) => name === (parameter.in === 'cookie' ? 'cookie' : 'p'))?.[1]
}

describe('serializeRequest for a query', () => {
  test('refuses one that is described as a whole', () => {
    const parameters = [{ name: 'p', in: 'querystring', content: { 'application/json': {} } }]
    const paths = { '/a': { get: { parameters, responses: {} } } }
    const [operation] = openDocument({ openapi: '3.2.0', paths }).operations
    expect(() => serializeRequest(operation!, valuesOf({}))).toThrow(UnsendableError)
  })

  test.each([
    [{}, 'a b&c', '?p=a%20b%26c'],
    [{}, 5, '?p=5'],
    [{}, 1e21, '?p=1000000000000000000000'],
    [{}, false, '?p=false'],
    [{}, '', '?p='],
    [{}, null, ''],
    [{}, [], ''],
    [{}, {}, ''],
    [{}, color, '?p=blue&p=black&p=brown'],
    [{}, rgb, '?R=100&G=200&B=150'],
    [{ explode: false }, color, '?p=blue,black,brown'],
    [{ explode: false }, ['a,b', 'c'], '?p=a%2Cb,c'],
    [{ explode: false }, rgb, '?p=R,100,G,200,B,150'],
    [{ explode: false, allowReserved: true }, ['a,b/c', 'd'], '?p=a%2Cb/c,d'],
    [{ style: 'deepObject' }, { a: [{ b: 1 }] }, '?p%5Ba%5D%5B0%5D%5Bb%5D=1'],
    [{ style: 'spaceDelimited' }, color, '?p=blue%20black%20brown'],
    [{ style: 'pipeDelimited' }, color, '?p=blue%7Cblack%7Cbrown'],
    [{ style: 'pipeDelimited' }, ['a|b', 'c'], '?p=a%7Cb|c'],
    [{ style: 'spaceDelimited' }, ['a b', 'c'], '?p=a%20b+c'],
    [{}, 1.5e-7, '?p=0.00000015'],
    [{ style: 'pipeDelimited', explode: true }, color, '?p=blue&p=black&p=brown'],
    [{ style: 'pipeDelimited' }, rgb, '?p=R%7C100%7CG%7C200%7CB%7C150'],
    [{ style: 'deepObject' }, rgb, '?p%5BR%5D=100&p%5BG%5D=200&p%5BB%5D=150'],
    [{ style: 'deepObject' }, { a: { b: 1 }, c: ['x', 'y'] }, '?p%5Ba%5D%5Bb%5D=1&p%5Bc%5D=x&p%5Bc%5D=y'],
    [{ allowReserved: true }, 'a/b?c=d&e f', '?p=a/b?c%3Dd%26e%20f'],
    [{ content: { 'application/json': {} } }, { a: [1] }, '?p=%7B%22a%22%3A%5B1%5D%7D'],
    [{ content: { 'text/plain': {} } }, 'a', '?p=a'],
  ])('with %j writes %j as %s', async (parameter, value, query) => {
    expect(await targetOf({ in: 'query', ...parameter }, value)).toBe(`/things${query}`)
  })

  test('writes names that are not declared, and no property of the prototype', async () => {
    const query = { 'x y': ['1', '2'], p: 'a' }
    const named = serializeRequest(await operationWith({ name: 'p' }), valuesOf({ query }))
    expect(named.target).toBe('/things?p=a&x%20y=1&x%20y=2')
    expect(serializeRequest(await operationWith({ name: 'toString' }), valuesOf({})).target).toBe('/things')
  })
})

describe('serializeRequest for a path', () => {
  test.each([
    [{}, 'a/b c', 'a%2Fb%20c'],
    [{}, color, 'blue,black,brown'],
    [{}, rgb, 'R,100,G,200,B,150'],
    [{ explode: true }, rgb, 'R=100,G=200,B=150'],
    [{ style: 'label' }, 'blue', '.blue'],
    [{ style: 'label' }, color, '.blue,black,brown'],
    [{ style: 'label', explode: true }, color, '.blue.black.brown'],
    [{ style: 'label', explode: true }, ['a.b', 'c'], '.a%2Eb.c'],
    [{ style: 'label', explode: true }, rgb, '.R=100.G=200.B=150'],
    [{ style: 'matrix' }, 'blue', ';p=blue'],
    [{ style: 'matrix' }, '', ';p'],
    [{ style: 'matrix' }, color, ';p=blue,black,brown'],
    [{ style: 'matrix', explode: true }, color, ';p=blue;p=black;p=brown'],
    [{ style: 'matrix' }, rgb, ';p=R,100,G,200,B,150'],
    [{ style: 'matrix', explode: true }, rgb, ';R=100;G=200;B=150'],
    [{ content: { 'application/json': {} } }, { a: 1 }, '%7B%22a%22%3A1%7D'],
  ])('with %j writes %j as %s', async (parameter, value, path) => {
    expect(await targetOf({ in: 'path', ...parameter }, value)).toBe(`/things/${path}`)
  })

  test.each(['', '.', '..', null, [], '\uD800'])('refuses %j, which no route would see', async (value) => {
    await expect(targetOf({ in: 'path' }, value)).rejects.toThrow(UnsendableError)
  })

  test('writes several parameters in one segment', async () => {
    const parameters = ['name', 'ext'].map((name) => ({ name, in: 'path', required: true, schema: {} }))
    const operation = await operationOf({ parameters }, { path: '/files/{name}.{ext}/ä' })
    expect(serializeRequest(operation, valuesOf({ path: { name: 'a', ext: 'txt' } })).target).toBe(
      '/files/a.txt/%C3%A4',
    )
  })
})

describe('serializeRequest for headers', () => {
  test.each([
    [color, 'blue,black,brown'],
    [rgb, 'R,100,G,200,B,150'],
    ['50% ü', '50% ü'],
    [true, 'true'],
    [[], undefined],
    [null, undefined],
  ])('writes the header %j as %s', async (value, text) => {
    expect(await headerOf({ in: 'header' }, value)).toBe(text)
  })

  test.each<Json>(['a\nb', 'a\rb', 'a\0b', 'a\u007Fb', '€', ' a', ['a,b', 'c'], ['a', 'b '], ['']])(
    'refuses the header %j',
    async (value) => {
      await expect(headerOf({ in: 'header' }, value)).rejects.toThrow(UnsendableError)
    },
  )

  test('escapes a JSON header to ASCII', async () => {
    const parameter = { in: 'header', content: { 'application/json': {} } } as const
    expect(await headerOf(parameter, { a: 'é€' })).toBe(String.raw`{"a":"\u00e9\u20ac"}`)
  })

  test('refuses headers of the connection and names that are none', async () => {
    const operation = await operationWith({ name: 'p' })
    for (const name of ['Transfer-Encoding', 'a b', ''])
      expect(() => serializeRequest(operation, valuesOf({ header: { [name]: 'x' } }))).toThrow(
        UnsendableError,
      )
  })

  test('exploded values become cookies of their own', async () => {
    expect(await headerOf({ in: 'cookie' }, 'a b;c')).toBe('p=a%20b%3Bc')
    expect(await headerOf({ in: 'cookie' }, rgb)).toBe('R=100; G=200; B=150')
  })

  test('accepts the documented media types, JSON first', async () => {
    const responses = {
      200: { description: '', content: { 'text/csv': {}, 'application/json; charset=utf-8': {} } },
      default: { description: '', content: { 'application/problem+json': {} } },
    }
    const operation = await operationOf({ responses })
    const accept = ['accept', 'application/json, text/csv, application/problem+json']
    expect(serializeRequest(operation, valuesOf({})).headers).toContainEqual(accept)
    expect(serializeRequest(await operationOf({}), valuesOf({})).headers).toEqual([['accept', '*/*']])
  })

  test('lets values name Accept and Content-Type themselves', async () => {
    const operation = await operationTaking('application/json', {})
    const body = { contentType: 'application/json', value: 1 }
    const { headers } = serializeRequest(
      operation,
      valuesOf({ body, header: { Accept: 'image/webp', 'Content-Type': 'a/b' } }),
    )
    expect(headers).toEqual([
      ['accept', 'image/webp'],
      ['content-type', 'a/b'],
    ])
  })

  test('for any text, a URL parser leaves the target alone', async () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: {} },
      { name: 'q', in: 'query', schema: {} },
    ]
    const operation = await operationOf({ parameters }, { path: '/things/{id}' })
    const character = fc.oneof(fc.integer({ max: 0x7f, min: 0 }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    const text = fc
      .string({ unit: character.map((point) => String.fromCodePoint(point)), minLength: 1 })
      .filter((value) => !/^\.{1,2}$/.test(value))
    fc.assert(
      fc.property(text, text, text, (id, q, other) => {
        const { target } = serializeRequest(operation, valuesOf({ path: { id }, query: { q, [other]: q } }))
        const url = new URL(`http://localhost${target}`)
        expect(url.pathname + url.search).toBe(target)
        expect(url.searchParams.get(other)).toBe(q)
      }),
      { seed: 20_240_503, numRuns: 100 },
    )
  })
})

const bodyOf = async (contentType: string, media: object, value: Json) => {
  const { body, headers } = serializeRequest(
    await operationTaking(contentType, media),
    valuesOf({ body: { contentType, value } }),
  )
  return { body, contentType: headers.find(([name]) => name === 'content-type')?.[1] }
}

/** A part of a multipart body. */
const part = (disposition: string, type: string | undefined, content: string): string =>
  [
    `content-disposition: form-data; ${disposition}`,
    ...(type ? [`content-type: ${type}`] : []),
    '',
    content,
  ].join('\r\n')

describe('serializeRequest for a body', () => {
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
    const plain = { 'a b': 'c&d', n: null, list: ['x', 'y'] }
    const value = { ...plain, tags: ['p', 'q'], at: { k: 1 }, meta: [1], nested: { z: true } }
    const { body } = await bodyOf('application/x-www-form-urlencoded', { encoding }, value)
    expect(body).toBe(
      'a%20b=c%26d&list=x&list=y&tags=p%7Cq&at%5Bk%5D=1&meta=%5B1%5D&nested=%7B%22z%22%3Atrue%7D',
    )
  })

  test('writes multipart with text, file and JSON parts', async () => {
    const properties = {
      file: { type: 'string', format: 'binary' },
      files: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
      shot: {},
    }
    const encoding = { file: { contentType: 'image/png, image/jpeg' }, shot: { contentType: 'image/png' } }
    const value = { 'a"b': 1, file: 'x', files: ['y', 'z'], shot: 'w', meta: { k: 2 } }
    const media = { schema: { type: 'object', properties }, encoding }
    const { body, contentType } = await bodyOf('multipart/form-data', media, value)
    expect(contentType).toBe('multipart/form-data; boundary=contract-boundary-0')
    expect(String(body).split(/\r?\n?--contract-boundary-0(?:--)?\r\n/)).toEqual([
      '',
      part('name="a%22b"', undefined, '1'),
      part('name="file"; filename="file"', 'image/png', 'x'),
      part('name="files"; filename="file"', 'application/octet-stream', 'y'),
      part('name="files"; filename="file"', 'application/octet-stream', 'z'),
      part('name="shot"; filename="file"', 'image/png', 'w'),
      part('name="meta"', 'application/json', '{"k":2}'),
      '',
    ])
    expect(body).toMatch(/\r\n--contract-boundary-0--\r\n$/)
  })

  test('chooses a boundary that the content does not hold', async () => {
    const { contentType } = await bodyOf('multipart/form-data', {}, { a: '--contract-boundary-0' })
    expect(contentType).toBe('multipart/form-data; boundary=contract-boundary-1')
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
