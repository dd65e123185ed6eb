import { describe, expect, it } from 'vitest'
import { generateClient, type GenerateOptions } from '../../generate/index.ts'
import { compile } from './compile.ts'
import {
  declarationOf,
  docOf,
  documentOf,
  generate,
  json,
  methodOf,
  operation,
  rowOf,
} from './tiny-document.ts'

const Thing = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const Problem = { type: 'object', properties: { title: { type: 'string' } } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const as = (contentType: string, media: object = {}) => ({ content: { [contentType]: media } })

function responding(responses: object, method = 'get') {
  const path = { [method]: operation('readThing', { ...responses }) }
  return documentOf({ '/thing': path }, { Thing, Problem })
}

/** Returns the result type of the method. */
function resultOf(responses: object): string {
  return methodOf(generate(responding(responses)), 'readThing').replace(/^.*\): /, '')
}

const thing = { schema: ref('Thing') }
const things = { type: 'array', items: ref('Thing') }
const thingOrNull = { oneOf: [ref('Thing'), { type: 'null' }] }

/** Returns the result type of a method whose successes have the same body. */
const call = (data: string, statuses: string | number = 200) =>
  `ApiCall<${data}, ApiResponse<${statuses}, ${data}>>`

const results: readonly (readonly [title: string, responses: object, result: string, response: string])[] = [
  ['JSON', { 200: as('application/json', thing) }, call('Thing'), 'json'],
  ['problem JSON', { 200: as('application/vnd.thing+json', thing) }, call('Thing'), 'json'],
  ['a list', { 200: json(things) }, call('Thing[]'), 'json'],
  ['a value', { 200: json({ type: 'boolean' }) }, call('boolean'), 'value'],
  ['an object or null', { 200: json(thingOrNull) }, call('Thing | null'), 'value'],
  ['JSON without a schema', { 200: as('application/json') }, call('unknown'), 'value'],
  ['data of any media type', { 200: as('*/*', thing) }, call('Thing'), 'json'],
  ['text', { 200: as('text/csv') }, call('string'), 'text'],
  ['events', { 200: as('text/event-stream') }, call('ReadableStream<Uint8Array>'), 'stream'],
  ['bytes', { 200: as('image/png') }, call('Blob'), 'blob'],
  ['bytes of any media type', { 200: as('*/*') }, call('Blob'), 'blob'],
  ['nothing', { 204: {} }, call('void', 204), 'none'],
  ['nothing by several statuses', { 202: {}, 204: {} }, call('void', '202 | 204'), 'none'],
  [
    'one body by several statuses',
    { 200: json(ref('Thing')), 201: json(ref('Thing')) },
    call('Thing', '200 | 201'),
    'json',
  ],
  [
    'different bodies',
    { 200: json(ref('Thing')), 202: json(ref('Problem')) },
    'ApiCall<Thing | Problem, ApiResponse<200, Thing> | ApiResponse<202, Problem>>',
    'json',
  ],
  [
    'JSON or nothing',
    { 200: json(ref('Thing')), 204: {} },
    'ApiCall<Thing | undefined, ApiResponse<200, Thing> | ApiResponse<204, undefined>>',
    'json',
  ],
  ['a range of statuses', { '2XX': json(ref('Thing')) }, call('Thing', 'number'), 'json'],
  ['the default alone', { default: json(ref('Thing')) }, call('Thing', 'number'), 'json'],
  ['no redirects', { 200: json(ref('Thing')), 302: {} }, call('Thing'), 'json'],
]

describe('generateClient with responses', () => {
  it.each(results)('reads %s', (_, responses, result, response) => {
    expect(resultOf(responses)).toBe(result)
    const row = rowOf(generate(responding(responses)), 'readThing')
    expect(/response: '(\w+)'/.exec(row)?.[1] ?? 'json').toBe(response)
  })

  it('writes types that compile', () => {
    const modules = results.map(([, responses], index) => [`api${index}.ts`, generate(responding(responses))])
    expect(compile(Object.fromEntries(modules))).toBe('')
  })

  it('says where a success may be empty', () => {
    const row = rowOf(generate(responding({ 200: json(ref('Thing')), 204: {} })), 'readThing')
    expect(row).toContain('mayBeEmpty: true')
  })

  it('reads no body of a HEAD request', () => {
    const generated = generate(responding({ 200: json(ref('Thing')) }, 'head'))
    expect(rowOf(generated, 'readThing')).toContain("response: 'none'")
  })

  it('names an inline result after its operation', () => {
    const generated = generate(responding({ 200: json(Thing), 202: json(Problem) }))
    expect(declarationOf(generated, 'ReadThingResult200')).toContain('a: string')
    expect(declarationOf(generated, 'ReadThingResult202')).toContain('title?: string')
    expect(generate(responding({ 200: json(Thing) }))).toContain(
      '/** The result of `readThing`. */\nexport interface ReadThingResult {',
    )
  })

  it('names the declared headers of all successes', () => {
    const headers = { 'X-Total': {}, etag: {}, Authorization: {}, 'Set-Cookie': {}, 'Content-Type': {} }
    const responses = {
      200: { ...json(ref('Thing')), headers },
      201: json(ref('Thing')),
      404: { headers: { 'X-No': {} } },
    }
    expect(resultOf(responses)).toBe("ApiCall<Thing, ApiResponse<200 | 201, Thing, 'etag' | 'x-total'>>")
  })

  it('declares the types of errors as well', () => {
    const generated = generate(
      responding({ 204: {}, default: as('application/problem+json', { schema: ref('Problem') }) }),
    )
    expect(declarationOf(generated, 'Problem')).toBe('export interface Problem {\n  title?: string\n}')
  })

  it('notes the media types that it does not ask for', () => {
    const content = { 'text/csv': {}, 'application/json': { schema: ref('Thing') } }
    expect(generateClient(responding({ 200: { content } })).notes).toEqual([
      'GET /thing (readThing): the 200 is read as application/json; the document also has text/csv',
    ])
  })

  it.each([
    [
      { 200: json(ref('Thing')), 202: as('image/png') },
      'Blob, ApiResponse<200 | 202, Blob>',
      'blob',
      'json or blob',
    ],
    [
      { 200: json(ref('Thing')), 206: as('text/event-stream') },
      'ReadableStream<Uint8Array>, ApiResponse<200 | 206, ReadableStream<Uint8Array>>',
      'stream',
      'json or stream',
    ],
  ])('reads successes of different kinds in one way: %j', (responses, result, kind, kinds) => {
    const { text, notes } = generateClient(responding(responses))
    expect(resultOf(responses)).toBe(`ApiCall<${result}>`)
    expect(rowOf(text, 'readThing')).toContain(`response: '${kind}'`)
    expect(notes).toEqual([`GET /thing (readThing): its successes are ${kinds}; each is read as ${kind}`])
  })

  it.each(['text/plain', 'image/png', 'text/event-stream'])('may have no %s', (contentType) => {
    const row = rowOf(generate(responding({ 200: as(contentType), 204: {} })), 'readThing')
    expect(row).toContain('mayBeEmpty: true')
  })

  it('hands out redirects where nothing else is declared', () => {
    const location = { Location: { required: true, schema: { type: 'string' } } }
    const responses = { 302: { headers: location }, default: json(ref('Problem')) }
    expect(resultOf(responses)).toBe("ApiCall<void, ApiResponse<302, void, 'location'>>")
    expect(rowOf(generate(responding(responses)), 'readThing')).toContain(
      "response: 'none', isRedirect: true",
    )
  })

  it('ignores the body of a success that is not declared, and notes it', () => {
    const { text, notes } = generateClient(responding({ 404: {} }))
    expect(text).toContain('readThing(options?: CallOptions): ApiCall<void, ApiResponse<number, void>>')
    expect(rowOf(text, 'readThing')).toContain("response: 'none'")
    expect(notes).toEqual([
      'GET /thing (readThing): declares no success response; the client ignores the body of one',
    ])
  })
})

/** Returns the codes and the doc comment of an operation with the given 404. */
function readErrors(error: object, options: GenerateOptions = {}) {
  const generated = generate(responding({ 204: {}, 404: error }), options)
  const codes = /404: (.*)/.exec(declarationOf(generated, 'ErrorCodes'))?.[1]
  return { codes, doc: docOf(generated, 'readThing') }
}

/** Returns an error body with a code of the given schema. */
function coded(schema: object) {
  return json({ type: 'object', properties: { code: schema } })
}

describe('generateClient with error responses', () => {
  const type = { enum: ['about:blank', 'urn:gone'] }
  const listed = { a: { value: { code: 'a' } }, b: { value: { code: 'b' } } }
  const gone = { type: 'urn:gone' }
  it.each([
    ['the values of a code', coded({ enum: ['gone', 'never'] }), "'gone' | 'never'"],
    ['the constant of a code', coded({ const: 'gone' }), "'gone'"],
    ['the values of a type', json({ properties: { type } }), "'urn:gone'"],
    ['the codes of examples', as('application/json', { schema: {}, examples: listed }), "'a' | 'b'"],
    [
      'the type of an example',
      as('application/problem+json', { schema: Problem, example: gone }),
      "'urn:gone'",
    ],
  ])('reads %s', (_, error, expected) => {
    expect(readErrors(error).codes).toBe(expected)
  })

  const header = (schema: object, examples: readonly string[], example?: string) => ({
    headers: { 'X-Reason': { schema, ...(example === undefined ? {} : { example }) } },
    ...as('application/json', {
      examples: Object.fromEntries(examples.map((name) => [name, { value: {} }])),
    }),
  })

  it.each([
    ['the names of several examples', header({}, ['gone', 'never'], 'other'), "'gone' | 'never'"],
    ["the header's own example", header({ enum: ['x', 'y'] }, ['first'], 'gone'), "'gone'"],
    ["the header's values", header({ enum: ['x', 'y'] }, ['first']), "'x' | 'y'"],
    ['the name of the only example', header({}, ['gone']), "'gone'"],
  ])('reads %s for a header with codes', (_, error, expected) => {
    expect(readErrors(error, { errorCodeHeader: 'x-reason' }).codes).toBe(expected)
  })

  it.each([
    [coded({ enum: ['gone', 'never'] }), '404 `gone`, `never`', "'gone' | 'never'"],
    [{}, '404', undefined],
  ])('lists the status and the codes of %j in the doc comment', (error, told, codes) => {
    const read = readErrors(error)
    expect(read.doc).toContain(`@throws {ApiError} ${told}`)
    expect(read.codes).toBe(codes)
  })
})
