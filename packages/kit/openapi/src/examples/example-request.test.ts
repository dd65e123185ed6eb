import { describe, expect, it } from 'vitest'
import { openDocument } from '../document/open-document.ts'
import { decodePlaceholders, splitPlaceholders, toPlaceholder } from '../wire/placeholders.ts'
import { placeCredential } from '../wire/place-credential.ts'
import { serializeRequest } from '../wire/serialize-request.ts'
import {
  exampleBaseUrl,
  exampleBody,
  exampleParameter,
  firstSuccess,
  writeExampleBody,
} from './example-request.ts'

const responses = { 200: { description: 'Done.' } }

/** The one operation of a document. */
function open(operation: object, root: object = {}) {
  const paths = { '/x/{id}': { post: { responses, ...operation } } }
  const document = openDocument({ openapi: '3.1.0', info: { title: 'X', version: '1' }, paths, ...root })
  const [only] = document.operations
  if (only === undefined) throw new Error(document.unread[0]?.reason)
  return { document, operation: only }
}

const withContent = (content: object, required = true) =>
  open({ requestBody: { required, content } }).operation

const inPath = (schema: object) => {
  const [parameter] = open({ parameters: [{ name: 'id', in: 'path', required: true, schema }] }).operation
    .parameters
  if (parameter === undefined) throw new Error('No parameter')
  return parameter
}

const baseUrlAt = (servers: object[], own?: object[]) => {
  const { document, operation } = open(own === undefined ? {} : { servers: own }, { servers })
  return exampleBaseUrl(document, operation)
}

const writeBodyOf = (content: object) => {
  const body = exampleBody(withContent(content))
  return body && writeExampleBody(body)
}

describe('exampleBaseUrl', () => {
  it.each([
    [[{ url: 'https://a.example/v1/' }], undefined, 'https://a.example/v1'],
    [[{ url: 'https://a.example' }, { url: 'https://b.example' }], undefined, 'https://a.example'],
    [[{ url: 'https://a.example' }], [{ url: 'https://files.example' }], 'https://files.example'],
    [[{ url: '/v2' }], undefined, 'https://api.example.com/v2'],
    [[], undefined, 'https://api.example.com'],
  ])('is the first server, on a host: %j, %j', (servers, own, expected) => {
    expect(baseUrlAt(servers, own)).toBe(expected)
  })
})

describe('exampleParameter', () => {
  it.each([
    [{ type: 'string', example: 'a1' }, 'a1'],
    [{ type: 'integer', example: 9007199254740993n }, 9007199254740993n],
    [{ type: 'string', example: '' }, 'id'],
    [{ type: 'array', items: { type: 'string' }, example: [] }, 'id'],
    [{ type: 'object', example: {} }, 'id'],
  ])('has a text in a path: %o', (schema, expected) => {
    expect(exampleParameter(inPath(schema))).toStrictEqual(expected)
  })

  it('takes a given value', () => {
    expect(exampleParameter(inPath({ type: 'integer' }), 7)).toBe(7)
  })
})

describe('exampleBody', () => {
  it('prefers JSON, and makes a value of the examples of properties', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', example: 'Rex' } },
    }
    const body = exampleBody(withContent({ 'text/csv': {}, 'application/json': { schema } }))
    expect(body).toMatchObject({ media: { contentType: 'application/json' }, value: { name: 'Rex' } })
  })

  it('has nothing to send for a body that is optional and without a schema', () => {
    expect(exampleBody(withContent({ 'application/json': {} }, false))).toBeUndefined()
  })

  it('throws for a required body that no value satisfies', () => {
    expect(() => exampleBody(withContent({ 'application/json': { schema: false } }))).toThrow('No value')
  })
})

describe('writeExampleBody', () => {
  const schema = { type: 'object', example: { a: 'x y', b: [1, 2] } }

  it('keeps JSON as a value', () => {
    expect(writeBodyOf({ 'application/problem+json': { schema } })).toStrictEqual({
      kind: 'json',
      mediaType: 'application/problem+json',
      value: { a: 'x y', b: [1, 2] },
    })
  })

  it('writes forms and texts', () => {
    const form = { 'application/x-www-form-urlencoded': { schema } }
    expect(writeBodyOf(form)).toMatchObject({ kind: 'form', text: 'a=x%20y&b=1&b=2' })
    expect(writeBodyOf({ 'text/plain': { example: 'hi' } })).toMatchObject({ kind: 'text', text: 'hi' })
  })

  it('names the files of a body and of its parts', () => {
    expect(writeBodyOf({ 'image/png': {} })).toMatchObject({ kind: 'file', fileName: 'body.png' })
    const photo = {
      type: 'object',
      required: ['photo'],
      properties: { photo: { contentMediaType: 'image/png' } },
    }
    expect(writeBodyOf({ 'multipart/form-data': { schema: photo } })).toMatchObject({
      kind: 'multipart',
      parts: [{ name: 'photo', fileName: 'photo.png', contentType: 'image/png' }],
    })
  })

  it('throws for a value that the media type has no rule for', () => {
    expect(() => writeBodyOf({ 'application/xml': { schema } })).toThrow('There is no rule')
  })
})

describe('firstSuccess', () => {
  it.each([
    [['400', '201', '200'], '200'],
    [['404', 'default'], 'default'],
    [['404', '2XX'], '2XX'],
  ])('finds it among %j', (statuses, expected) => {
    const declared = Object.fromEntries(statuses.map((status) => [status, { description: 'It.' }]))
    expect(firstSuccess(open({ responses: declared }).operation)?.status).toBe(expected)
  })
})

describe('placeCredential', () => {
  it.each([
    [
      { type: 'apiKey', in: 'query', name: 'key' },
      { in: 'query', name: 'key', value: 'c' },
    ],
    [
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { in: 'cookie', name: 'sid', value: 'c' },
    ],
    [
      { type: 'http', scheme: 'basic' },
      { in: 'header', name: 'Authorization', value: 'Basic c' },
    ],
    [
      { type: 'http', scheme: 'HOBA' },
      { in: 'header', name: 'Authorization', value: 'Hoba c' },
    ],
    [
      { type: 'oauth2', flows: {} },
      { in: 'header', name: 'Authorization', value: 'Bearer c' },
    ],
    [
      { type: 'openIdConnect', openIdConnectUrl: '/' },
      { in: 'header', name: 'Authorization', value: 'Bearer c' },
    ],
    [{ type: 'mutualTLS' }, undefined],
  ])('knows the place of %j', (declared, expected) => {
    const { document } = open({}, { components: { securitySchemes: { one: declared } } })
    const scheme = document.securitySchemes.get('one')
    expect(scheme && placeCredential(scheme, 'c')).toStrictEqual(expected)
  })
})

describe('a placeholder', () => {
  it('survives the writing of a request', () => {
    const { operation } = open({ parameters: [{ name: 'id', in: 'path', required: true, schema: {} }] })
    const path = { id: `a/${toPlaceholder('petId')}` }
    const { target } = serializeRequest(operation, {
      path,
      query: {},
      header: {},
      cookie: {},
      body: undefined,
    })
    expect(splitPlaceholders(decodePlaceholders(target))).toStrictEqual(['/x/a%2F', 'petId', ''])
  })
})
