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
  writing,
} from './tiny-document.ts'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const object = { properties: { a: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }

/** Creates a document with `POST /things/{id}`, or with other parameters, and the given body. */
function posting(
  requestBody: unknown,
  parameters: readonly Readonly<Record<string, unknown>>[] = [id],
  schemas = {},
) {
  const post = { ...operation('writeThing', { 204: {} }), parameters, requestBody }
  return documentOf({ [pathWith('/things', parameters)]: { post } }, schemas)
}

/** Returns a required JSON body. */
function required(schema: unknown) {
  return { required: true, ...json(schema) }
}

/** Compiled together at the end, because the compiler takes a second to start. */
const modules: Record<string, string> = {}

describe('generateClient with a request body', () => {
  const Body = { type: 'object', required: ['a'], properties: { a: text, b: text } }
  const ref = { $ref: '#/components/schemas/Body' }

  const kinds = ['x', 'y'].map((kind) => ({ required: ['kind'], properties: { kind: { const: kind } } }))
  const shortUnion = { oneOf: [{ $ref: '#/components/schemas/X' }, { $ref: '#/components/schemas/Y' }] }
  it.each([
    [
      'puts the members of an object beside the parameters',
      posting(required(ref), [id], { Body }),
      'interface WriteThingInput extends Body {\n  id: string\n}',
    ],
    [
      'names the input after the operation without parameters',
      posting(required(ref), [], { Body }),
      'type WriteThingInput = Body',
    ],
    [
      'writes an inline object and the parameters as one interface',
      posting(required(Body)),
      'interface WriteThingInput {\n  id: string\n  a: string\n  b?: string | undefined\n}',
    ],
    [
      'combines a short union with the parameters',
      posting(required(shortUnion), [id], { X: kinds[0], Y: kinds[1] }),
      'type WriteThingInput = (X | Y) & WriteThingParameters',
    ],
    [
      'takes all of an optional body or nothing',
      posting(json(ref), [id], { Body }),
      "type WriteThingInput = (Body | Absent<'a' | 'b'>) & WriteThingParameters",
    ],
    [
      'makes an optional body an optional member',
      posting(json(list)),
      'interface WriteThingInput {\n  id: string\n  /** The request body, sent as application/json. */\n  body?: readonly string[] | undefined\n}',
    ],
  ])('%s', (title, document, declaration) => {
    const generated = generate(document)
    expect(declarationOf(generated, 'WriteThingInput')).toBe(`export ${declaration}`)
    modules[`${title.replaceAll(' ', '-')}.ts`] = generated
  })

  it('makes the input of an optional body optional', () => {
    const generated = generate(posting(json(ref), [], { Body }))
    expect(methodOf(generated, 'writeThing')).toContain('(input?: WriteThingInput')
    expect(rowOf(generated, 'writeThing')).toContain("bodyIn: 'optional members'")
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
    modules['union.ts'] = generated
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

  it('gives the name body to the body', () => {
    const generated = generate(posting(required(list), [id, { name: 'body', in: 'query', schema: text }]))
    expect(declarationOf(generated, 'WriteThingInput')).toMatch(/ {2}queryBody\?: string[^]* {2}body: /)
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
      `POST /things/{id} (writeThing): sent as ${contentType}; the document also accepts ${other}`,
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
  const formOf = (schema: object, encoding: object = {}) => ({ [form]: { schema, encoding } })
  it('rejects a form with files that is no object', () => {
    const content = { 'multipart/form-data': { schema: list } }
    expect(() => generate(posting({ content }))).toThrow(
      'POST /things/{id} (writeThing): a body of multipart/form-data has to be an object',
    )
  })

  it('rejects a range of media types', () => {
    expect(() => generate(posting({ content: { 'image/*': {} } }))).toThrow(
      'POST /things/{id} (writeThing): a request body cannot be sent as image/*',
    )
  })

  it('sends a form that is no object', () => {
    const generated = generate(posting({ content: formOf(list) }))
    expect(rowOf(generated, 'writeThing')).toContain(`contentType: '${form}', bodyIn: 'body'`)
  })

  it.each(['style', 'explode', 'allowReserved', 'headers'])(
    'sends a part without its %s, and notes it',
    (keyword) => {
      const content = { 'multipart/form-data': { schema: Body, encoding: { a: { [keyword]: {} } } } }
      expect(generateClient(posting({ content })).notes).toEqual([
        `POST /things/{id} (writeThing): the form field \`a\` is sent without its \`${keyword}\``,
      ])
    },
  )

  it.each([
    ['a text', { type: 'string' }, 'text/csv', true],
    ['an object', { type: 'object' }, 'application/json', true],
    ['a plain text', { type: 'string' }, 'text/plain', false],
    ['a file', { type: 'string', format: 'binary' }, 'image/png', false],
    ['files', { type: 'array', items: { type: 'string', format: 'binary' } }, 'image/png', false],
  ])('notes the content type of a part only if it is omitted: %s', (_, a, contentType, isNoted) => {
    const schema = { type: 'object', properties: { a } }
    const content = { 'multipart/form-data': { schema, encoding: { a: { contentType } } } }
    const note = 'POST /things/{id} (writeThing): the form field `a` is sent without its `contentType`'
    expect(generateClient(posting({ content })).notes).toEqual(isNoted ? [note] : [])
  })

  it.each([
    ['an object', object, {}, ''],
    [
      'a deep object',
      object,
      { a: { style: 'deepObject', explode: true } },
      ", encoding: { a: { style: 'deepObject', explode: true } }",
    ],
    ['a list in one field', list, { a: { explode: false } }, ', encoding: { a: { explode: false } }'],
  ])('takes %s in a form', (_, a, encoding, written) => {
    const generated = generate(posting({ content: formOf({ properties: { a } }, encoding) }))
    expect(rowOf(generated, 'writeThing')).toContain(
      `contentType: '${form}', bodyIn: 'optional members'${written}, response: 'none' }`,
    )
  })

  it.each(['get', 'head'])('leaves out the optional body of a %s request', (method) => {
    const path = { [method]: { ...operation('act', { 204: {} }), requestBody: json(Body) } }
    const { text: generated, notes } = generateClient(documentOf({ '/a': path }))
    expect(methodOf(generated, 'act')).toContain('act(options?: CallOptions)')
    const name = method.toUpperCase()
    expect(notes).toEqual([
      `${name} /a (act): a ${name} request cannot have a body, so its optional one is left out`,
    ])
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

describe('generated request bodies', () => {
  it('compile strictly', () => {
    expect(Object.keys(modules).length).toBeGreaterThan(1)
    expect(compile(modules)).toBe('')
  })
})
