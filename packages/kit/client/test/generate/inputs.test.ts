import { describe, expect, it } from 'vitest'
import { generateClient } from '../../generate/index.ts'
import { compile } from './compile.ts'
import {
  declarationOf,
  documentOf,
  generate,
  json,
  methodOf,
  operation,
  pathWith,
  rowOf,
  withParameters,
  writing,
} from './tiny-document.ts'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const object = { properties: { a: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }

/** `POST /things/{id}`, or with other parameters, and the given body. */
function posting(
  requestBody: unknown,
  parameters: readonly Readonly<Record<string, unknown>>[] = [id],
  schemas = {},
) {
  const post = { ...operation('writeThing', { 204: {} }), parameters, requestBody }
  return documentOf({ [pathWith('/things', parameters)]: { post } }, schemas)
}

/** A required JSON body. */
function required(schema: unknown) {
  return { required: true, ...json(schema) }
}

describe('generateClient with parameters', () => {
  it('writes one flat input under the names of the document', () => {
    const parameters = [
      id,
      { name: 'page-size', in: 'query', description: 'How many.', schema: { type: 'integer', default: 20 } },
      { name: 'X-Tenant', in: 'header', required: true, schema: text },
      { name: 'theme', in: 'cookie', schema: text, deprecated: true },
    ]
    const generated = generate(withParameters(parameters))
    expect(declarationOf(generated, 'FindThingsInput')).toBe(`export interface FindThingsInput {
  id: string
  /**
   * How many.
   *
   * @default 20
   */
  'page-size'?: number | undefined
  'X-Tenant': string
  /** @deprecated */
  theme?: string | undefined
}`)
    expect(rowOf(generated, 'findThings')).toContain(
      "parameters: { id: 'path', 'page-size': 'query', 'X-Tenant': 'header', theme: 'cookie' }",
    )
    expect(methodOf(generated, 'findThings')).toContain('(input: FindThingsInput, options?: CallOptions)')
  })

  it('takes no input where there are no parameters', () => {
    expect(methodOf(generate(withParameters([])), 'findThings')).toContain(
      'findThings(options?: CallOptions)',
    )
  })

  it('makes an input of optional parameters optional', () => {
    const generated = generate(withParameters([{ name: 'q', in: 'query', schema: text }]))
    expect(methodOf(generated, 'findThings')).toContain('(input?: FindThingsInput, options?: CallOptions)')
  })

  it('prefers the parameters of the operation to those of its path', () => {
    const own = {
      ...operation('findThings', { 204: {} }),
      parameters: [{ ...id, schema: { type: 'integer' } }],
    }
    const generated = generate(documentOf({ '/things/{id}': { parameters: [id], get: own } }))
    expect(declarationOf(generated, 'FindThingsInput')).toContain('  id: number\n')
  })

  it.each([
    ['Authorization', 'header'],
    ['accept', 'header'],
    ['Content-Type', 'header'],
    ['User-Agent', 'header'],
    ['Idempotency-Key', 'header'],
    ['x-trace', 'header'],
    ['api_key', 'query'],
  ])('leaves %s to the client', (name, place) => {
    const document = {
      ...withParameters([{ name, in: place, required: true, schema: text }]),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
    }
    const generated = generate(document, { ignoreParameters: ['X-Trace'] })
    expect(methodOf(generated, 'findThings')).toContain('findThings(options?: CallOptions)')
  })

  it.each([
    ['a list in a path', { in: 'path', schema: list }, "'path'"],
    ['a list in a query', { in: 'query', schema: list }, "'query'"],
    ['a list in a header', { in: 'header', schema: list }, "'header'"],
    [
      'a comma list',
      { in: 'query', schema: list, explode: false },
      "{ in: 'query', style: 'form', explode: false }",
    ],
    [
      'a pipe list',
      { in: 'query', schema: list, style: 'pipeDelimited' },
      "{ in: 'query', style: 'pipeDelimited', explode: false }",
    ],
    [
      'a matrix value',
      { in: 'path', schema: text, style: 'matrix' },
      "{ in: 'path', style: 'matrix', explode: false }",
    ],
    [
      'an object in a path',
      { in: 'path', schema: object },
      "{ in: 'path', style: 'simple', explode: false }",
    ],
    [
      'an object in a query',
      { in: 'query', schema: object },
      "{ in: 'query', style: 'form', explode: true }",
    ],
    [
      'a deep object',
      { in: 'query', schema: object, style: 'deepObject', explode: true },
      "{ in: 'query', style: 'deepObject', explode: true }",
    ],
    [
      'reserved characters',
      { in: 'query', schema: text, allowReserved: true },
      "{ in: 'query', style: 'form', explode: true, allowReserved: true }",
    ],
    ['one value that is not exploded', { in: 'query', schema: text, explode: false }, "'query'"],
  ])('tells the client how to write %s', (_, parameter, place) => {
    const generated = generate(withParameters([{ name: 'it', ...parameter }]))
    expect(rowOf(generated, 'findThings')).toContain(`parameters: { it: ${place} }`)
  })

  it.each([
    [
      'an object in a header',
      [{ name: 'it', in: 'header', schema: object }],
      'the parameter `it` is an object in a header',
    ],
    [
      'an object in a cookie',
      [{ name: 'it', in: 'cookie', schema: object }],
      'the parameter `it` is an object in a cookie',
    ],
    [
      'a list in a cookie',
      [{ name: 'it', in: 'cookie', schema: list }],
      'the parameter `it` is an array in a cookie',
    ],
    [
      'a media type',
      [{ name: 'it', in: 'query', ...json(object) }],
      'the parameter `it` is serialized as a media type',
    ],
    [
      'an object in an object',
      [{ name: 'it', in: 'query', schema: { properties: { a: object } } }],
      'the member `a` of the parameter `it` is an object',
    ],
    [
      'a list in an object',
      [{ name: 'it', in: 'query', schema: { properties: { a: list } } }],
      'the member `a` of the parameter `it` is an array',
    ],
    [
      'a deep value',
      [{ name: 'it', in: 'query', schema: text, style: 'deepObject' }],
      'the parameter `it` has the style deepObject but is no object',
    ],
    ['an unknown place', [{ name: 'it', in: 'body', schema: text }], 'the parameter `it` is in body'],
    [
      'one name in two places',
      [
        { name: 'it', in: 'query' },
        { name: 'it', in: 'header' },
      ],
      'the parameter `it` is declared in query and in header',
    ],
  ])('rejects %s', (_, parameters, problem) => {
    expect(() => generate(withParameters(parameters))).toThrow(`GET /things (findThings): ${problem}`)
  })

  it.each([
    ['/things/{id}', [], 'the path has no parameter for {id}'],
    ['/things', [id], 'the path has no place for the parameter `id`'],
  ])('rejects the path %s with other parameters', (path, parameters, problem) => {
    const get = { ...operation('findThings', { 204: {} }), parameters }
    expect(() => generate(documentOf({ [path]: { get } }))).toThrow(`GET ${path} (findThings): ${problem}`)
  })

  it('notes a cookie that browsers do not send', () => {
    const { notes } = generateClient(withParameters([{ name: 'theme', in: 'cookie', schema: text }]))
    expect(notes).toEqual(['GET /things (findThings): browsers do not let a page send the cookie `theme`'])
  })

  it('fills in a required parameter with one value', () => {
    const parameters = [
      { name: 'mode', in: 'query', required: true, schema: { enum: ['fast'] } },
      { name: 'unit', in: 'query', schema: { const: 'cm' } },
    ]
    const generated = generate(withParameters(parameters))
    expect(declarationOf(generated, 'FindThingsInput')).toContain(
      "  mode?: 'fast' | undefined\n  unit?: 'cm' | undefined\n",
    )
    expect(rowOf(generated, 'findThings')).toContain("constants: { mode: 'fast' }")
    expect(methodOf(generated, 'findThings')).toContain('(input?: FindThingsInput')
  })
})

describe('generateClient with a request body', () => {
  const Body = { type: 'object', required: ['a'], properties: { a: text, b: text } }
  const ref = { $ref: '#/components/schemas/Body' }

  it('puts the members of an object beside the parameters', () => {
    const generated = generate(posting(required(ref), [id], { Body }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      'export interface WriteThingInput extends Body {\n  id: string\n}',
    )
    expect(rowOf(generated, 'writeThing')).toContain("contentType: 'application/json', bodyIn: 'members'")
  })

  it('names the input after the operation without parameters', () => {
    const generated = generate(posting(required(ref), [], { Body }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe('export type WriteThingInput = Body')
  })

  it('writes an inline object and the parameters as one interface', () => {
    expect(declarationOf(generate(posting(required(Body))), 'WriteThingInput')).toBe(
      'export interface WriteThingInput {\n  id: string\n  a: string\n  b?: string | undefined\n}',
    )
  })

  it('fills in a required member with one value', () => {
    const Fixed = { type: 'object', required: ['type', 'a'], properties: { type: { const: 'x' }, a: text } }
    const generated = generate(posting(required(ref), [], { Body: Fixed }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      "export interface WriteThingInput {\n  type?: 'x' | undefined\n  a: string\n}",
    )
    expect(rowOf(generated, 'writeThing')).toContain("constants: { type: 'x' }")
  })

  it('combines a union with the parameters', () => {
    const union = { oneOf: [ref, { type: 'object', required: ['c'], properties: { c: text } }] }
    const generated = generate(posting(required(union), [id], { Body }))
    expect(declarationOf(generated, 'WriteThingBody')).toBe(
      'export type WriteThingBody = Body | { c: string }',
    )
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      'export type WriteThingInput = WriteThingBody & WriteThingParameters',
    )
    expect(compile({ 'api.ts': generated })).toBe('')
  })

  it('combines a short union with the parameters', () => {
    const kinds = ['x', 'y'].map((kind) => ({ required: ['kind'], properties: { kind: { const: kind } } }))
    const union = { oneOf: [{ $ref: '#/components/schemas/X' }, { $ref: '#/components/schemas/Y' }] }
    const generated = generate(posting(required(union), [id], { X: kinds[0], Y: kinds[1] }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      'export type WriteThingInput = (X | Y) & WriteThingParameters',
    )
  })

  it('takes all of an optional body or nothing', () => {
    const generated = generate(posting(json(ref), [id], { Body }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      "export type WriteThingInput = (Body | Absent<'a' | 'b'>) & WriteThingParameters",
    )
    expect(compile({ 'api.ts': generated })).toBe('')
  })

  it('makes the input of an optional body optional', () => {
    const generated = generate(posting(json(ref), [], { Body }))
    expect(methodOf(generated, 'writeThing')).toContain('(input?: WriteThingInput')
  })

  it.each([
    ['a list', { type: 'array', items: text }, 'readonly string[]'],
    ['a map', { type: 'object' }, 'Record<string, unknown>'],
    ['an object with any members', { ...Body, additionalProperties: true }, 'WriteThingBody'],
    ['an object or null', { ...Body, type: ['object', 'null'] }, 'WriteThingBody'],
    ['an object or a string', { oneOf: [ref, text] }, 'Body | string'],
    ['a member named like a parameter', { properties: { id: text } }, 'WriteThingBody'],
    ['anything', {}, 'unknown'],
  ])('puts %s under the name body', (_, schema, type) => {
    const generated = generate(posting(required(schema), [id], { Body }))
    expect(declarationOf(generated, 'WriteThingInput')).toContain(`  body: ${type}\n`)
    expect(rowOf(generated, 'writeThing')).toContain("bodyIn: 'body'")
    expect(methodOf(generated, 'writeThing')).toContain('(input: WriteThingInput')
  })

  it('makes an optional body an optional member', () => {
    const generated = generate(posting(json(list)))
    expect(declarationOf(generated, 'WriteThingInput')).toContain('  body?: readonly string[] | undefined\n')
  })

  it('rejects a parameter that takes the name of the body', () => {
    const parameters = [id, { name: 'body', in: 'query', schema: text }]
    expect(() => generate(posting(required(list), parameters))).toThrow(
      'POST /things/{id} (writeThing): the input has a parameter `body`, and the request body needs this name',
    )
  })

  it.each([
    ['application/json', 'members', 'application/xml'],
    ['application/merge-patch+json', 'members', 'multipart/form-data'],
    ['multipart/form-data', 'members', 'application/x-www-form-urlencoded'],
    ['application/x-www-form-urlencoded', 'members', 'text/plain'],
    ['text/plain', 'body', 'application/xml'],
    ['application/xml', 'body', 'image/*'],
  ])('prefers %s', (contentType, bodyIn, other) => {
    const content = { [other]: { schema: Body }, [contentType]: { schema: Body } }
    const { text: generated, notes } = generateClient(posting({ required: true, content }))
    expect(rowOf(generated, 'writeThing')).toContain(`contentType: '${contentType}', bodyIn: '${bodyIn}'`)
    expect(notes).toEqual([
      `POST /things/{id} (writeThing): sent as ${contentType}; the document also takes ${other}`,
    ])
  })

  it.each([
    ['text/csv', 'string'],
    ['application/octet-stream', 'Blob | ArrayBuffer | Uint8Array'],
    ['*/*', 'Blob | ArrayBuffer | Uint8Array'],
  ])('takes a body of %s as %s', (contentType, type) => {
    const generated = generate(posting({ required: true, content: { [contentType]: {} } }))
    expect(declarationOf(generated, 'WriteThingInput')).toContain(`  body: ${type}\n`)
  })

  it('sends data of any media type as JSON', () => {
    const generated = generate(posting({ required: true, content: { '*/*': { schema: Body } } }))
    expect(rowOf(generated, 'writeThing')).toContain("contentType: 'application/json', bodyIn: 'members'")
  })

  const file = { type: 'string', format: 'binary' }
  const Form = {
    type: 'object',
    required: ['file'],
    properties: {
      file,
      more: { type: 'array', items: { contentMediaType: 'image/png' } },
      info: { type: 'object', properties: { nested: file } },
    },
  }
  const fields = `  file: Blob
  more?: readonly Blob[] | undefined
  info?: { nested?: string | undefined } | undefined
`

  it('takes files and lists in a multipart form', () => {
    const content = { 'multipart/form-data': { schema: ref } }
    const generated = generate(posting({ required: true, content }, [id], { Body: Form }))
    expect(declarationOf(generated, 'WriteThingInput')).toBe(
      `export interface WriteThingInput {\n  id: string\n${fields}}`,
    )
  })

  it('takes files in a form beside a parameter of their name', () => {
    const content = { 'multipart/form-data': { schema: ref } }
    const generated = generate(
      posting({ required: true, content }, [{ ...id, name: 'file' }], { Body: Form }),
    )
    expect(declarationOf(generated, 'WriteThingBody')).toBe(`export interface WriteThingBody {\n${fields}}`)
  })

  it.each(['get', 'head'])('rejects a body of a %s request', (method) => {
    const path = { [method]: { ...operation('act', { 204: {} }), requestBody: required(Body) } }
    expect(() => generate(documentOf({ '/a': path }))).toThrow(
      `${method.toUpperCase()} /a (act): a ${method.toUpperCase()} request cannot have a body`,
    )
  })

  const form = 'application/x-www-form-urlencoded'
  it.each([
    ['a wildcard', { 'image/*': {} }, 'a request body cannot be sent as image/*'],
    ['a form that is no object', { [form]: { schema: list } }, `a body of ${form} has to be an object`],
    [
      'an object in a form',
      { [form]: { schema: { properties: { a: object } } } },
      `the form field \`a\` is an object, which ${form} cannot express`,
    ],
    [
      'a style of a field',
      { [form]: { schema: Body, encoding: { a: { style: 'form' } } } },
      'the form field `a` has an encoding with `style`',
    ],
    [
      'headers of a field',
      { 'multipart/form-data': { schema: Body, encoding: { a: { headers: {} } } } },
      'the form field `a` has an encoding with `headers`',
    ],
    [
      'a list in one field',
      { [form]: { schema: Body, encoding: { a: { explode: false } } } },
      'the form field `a` has an encoding with `explode`',
    ],
  ])('rejects %s', (_, content, problem) => {
    expect(() => generate(posting({ content }))).toThrow(`POST /things/{id} (writeThing): ${problem}`)
  })

  it('reads a body by reference', () => {
    const document = { ...posting({ $ref: '#/components/requestBodies/Thing' }) }
    const components = { schemas: { Body }, requestBodies: { Thing: required(ref) } }
    expect(declarationOf(generate({ ...document, components }), 'WriteThingInput')).toContain('extends Body')
  })

  it('ignores a request body without content', () => {
    expect(rowOf(generate(posting({ required: true })), 'writeThing')).not.toContain('contentType')
  })

  it('types a body of its own name', () => {
    const generated = generate(
      writing({ $ref: '#/components/schemas/WriteThingsInput' }, { WriteThingsInput: Body }),
    )
    expect(methodOf(generated, 'writeThings')).toContain('(input: WriteThingsInput,')
  })
})
