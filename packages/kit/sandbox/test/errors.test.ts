import { describe, expect, it } from 'vitest'
import { json, notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox } from './serve.ts'
import { arrayOf, integer, text } from './small-documents.ts'

/** An object schema that requires all its properties, or these. */
const object = (properties: Part, required: readonly string[] = Object.keys(properties)): Part => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const list = (properties: Part): Part => arrayOf(object(properties))
const of = (code: string) => object({ code: { ...text, const: code }, message: text })

const gone = 'There is no note 7'
const invalid = 'validation_failed'
const detail = 'Request does not match the document: body text must be string'

const codes = (schema: Part) => ({ code: { ...text, ...schema }, message: text })

const operations = ['createNote', 'readNote']

/** The response to a note that does not exist, or to one whose text is a number, with this content. */
async function refused(kind: 'missing' | 'invalid', content: Part, status: number | string = 'default') {
  const responses = { [status]: { description: 'It failed.', content } }
  await using api = await serveSandbox(notesDocument({ security: [], responses, operations }))
  return await (kind === 'missing' ? api.send('GET', '/notes/7') : api.send('POST', '/notes', { text: 7 }))
}

describe('the body of an error', () => {
  const details = { type: text, title: text, status: integer, detail: text }
  const noNote = { type: 'https://e.example/no-note', title: 'No note', status: 404 }
  const example = { ...noNote, detail: 'Note 12 is missing.' }
  const limited = { code: 'rate_limited', status: 429, message: 'Slow down.' }
  const odata = { code: text, message: text, target: text, details: list({ code: text }) }
  const found = { code: 'not_found', message: gone }

  it.each<[string, Part, unknown]>([
    [
      'problem details',
      { ...details, instance: text },
      { type: 'about:blank', title: 'Not Found', status: 404, detail: gone, instance: '/notes/7' },
    ],
    ...[
      [['BAD_INPUT', 'NOT_FOUND', 'CONFLICT'], 'NOT_FOUND'],
      [['invalidArgument', 'resourceMissing', 'internal'], 'resourceMissing'],
      [['precondition_failed', 'not_allowed', 'no_such_item', 'not_found'], 'not_found'],
      [['ok', 'error'], 'error'],
    ].map(([choices, code]): [string, Part, unknown] => [
      `the code of ${String(choices)} that fits`,
      codes({ enum: choices }),
      { code, message: gone },
    ]),
    ['a code as its pattern says', codes({ pattern: '^[A-Z_]+$' }), { code: 'NOT_FOUND', message: gone }],
    ['an object in it', { error: object(codes({})) }, { error: found }],
    [
      'the shape of google.rpc',
      { error: object({ code: integer, message: text, status: text }) },
      { error: { code: 404, message: gone, status: 'NOT_FOUND' } },
    ],
    ['a short name of the message', { status: integer, err: text }, { status: 404, err: gone }],
    [
      'the shape of OAuth',
      { error: text, error_description: text },
      { error: 'not_found', error_description: gone },
    ],
    ['the shape of OData', { error: object(odata, ['code', 'message']) }, { error: found }],
    [
      'the shape of Spring',
      { status: integer, error: text, message: text, path: text },
      { status: 404, error: 'Not Found', message: gone, path: '/notes/7' },
    ],
    [
      'the shape of JSend',
      { status: { ...text, enum: ['success', 'fail', 'error'] }, message: text },
      { status: 'error', message: gone },
    ],
    [
      'the shape of JSON:API',
      { errors: list({ status: text, title: text, detail: text }) },
      { errors: [{ status: '404', title: 'Not Found', detail: gone }] },
    ],
    ['a list of texts', { errors: arrayOf(text) }, { errors: [gone] }],
    ['a flag', { success: { type: 'boolean' }, message: text }, { success: false, message: gone }],
  ])('has %s', async (_title, properties, body) => {
    const { status, json: received } = await refused('missing', json(object(properties)))
    expect([status, received]).toStrictEqual([404, body])
  })

  it.each<[string, Part, unknown]>([
    [
      'type and title of the documented example',
      { 'application/json': { schema: object(details), example } },
      { ...noNote, detail: gone },
    ],
    [
      'no code of an example for other statuses',
      { 'application/json': { schema: object({ ...codes({}), status: integer }), example: limited } },
      { ...found, status: 404 },
    ],
    ['a list of errors', json(list(codes({}))), [found]],
    ['a text', json(text), gone],
    [
      'the alternative that says most',
      json({ oneOf: [object({ code: text }), object({ message: text })] }),
      { message: gone },
    ],
    [
      'the alternative that its discriminator names',
      json({ oneOf: [of('INVALID'), of('NOT_FOUND')] }),
      { code: 'NOT_FOUND', message: gone },
    ],
  ])('is %s', async (_title, content, body) => {
    const { status, json: received } = await refused('missing', content)
    expect([status, received]).toStrictEqual([404, body])
  })

  const must = 'must be string'
  it.each<[string, Part, unknown]>([
    [
      'fields',
      { message: text, errors: list({ field: text, message: text }) },
      { message: detail, errors: [{ field: 'text', message: must }] },
    ],
    [
      'places and codes',
      { code: text, details: list({ in: text, path: text, code: text, description: text }) },
      { code: invalid, details: [{ in: 'body', path: 'text', code: 'type', description: must }] },
    ],
    [
      'JSON:API',
      {
        errors: list({ status: text, source: object({ pointer: text, parameter: text }, []), detail: text }),
      },
      { errors: [{ status: '400', source: { pointer: '/text' }, detail: must }] },
    ],
    [
      'FastAPI',
      { detail: list({ loc: arrayOf(text), msg: text, type: text }) },
      { detail: [{ loc: ['body', 'text'], msg: must, type: 'type' }] },
    ],
    [
      'Laravel',
      { message: text, errors: { type: 'object', additionalProperties: arrayOf(text) } },
      { message: detail, errors: { text: [must] } },
    ],
    [
      'OData',
      { error: object({ code: text, message: text, details: list({ target: text, message: text }) }) },
      { error: { code: invalid, message: detail, details: [{ target: 'text', message: must }] } },
    ],
    ['texts', { message: text, errors: arrayOf(text) }, { message: detail, errors: ['text must be string'] }],
    [
      'pointers',
      { type: text, title: text, errors: list({ pointer: text, detail: text }) },
      { type: 'about:blank', title: 'Bad Request', errors: [{ pointer: '/text', detail: must }] },
    ],
  ])('lists the problems of a request as %s', async (_name, properties, body) => {
    const { status, json: received } = await refused('invalid', json(object(properties)))
    expect([status, received]).toStrictEqual([400, body])
  })

  it('lists the problems of a request as the alternative that says most', async () => {
    const errors = list({ field: text, message: text })
    const content = json({ oneOf: [object({ code: text }), object({ errors })] })
    expect((await refused('invalid', content)).json).toStrictEqual({
      errors: [{ field: 'text', message: must }],
    })
  })

  it('has the code of the example that says best what happened', async () => {
    const examples = {
      badCursor: { value: { code: 'E17', message: 'Cursor' } },
      validation: { value: { code: 'E12', message: 'Invalid' } },
    }
    const content = { 'application/json': { schema: object(codes({})), examples } }
    expect((await refused('invalid', content, 400)).json).toStrictEqual({ code: 'E12', message: detail })
  })

  it('names a missing field, a parameter or a place in the body', async () => {
    const place = {
      type: 'object',
      properties: { field: text, pointer: text, parameter: text, message: text },
    }
    const schema = object({ title: text, errors: arrayOf(place) })
    const responses = { 400: { description: 'It is invalid.', content: json(schema) } }
    await using api = await serveSandbox(notesDocument({ security: [], responses, operations }))
    const errorsOf = async (...request: Parameters<typeof api.send>) =>
      ((await api.send(...request)).json as { readonly errors: unknown }).errors
    expect(await errorsOf('POST', '/notes', {})).toMatchObject([
      { field: 'text', message: "must have required property 'text'" },
    ])
    expect(await errorsOf('POST', '/notes', { text: 7 })).toMatchObject([
      { pointer: '/text', message: 'must be string' },
    ])
    expect(await errorsOf('GET', '/notes/x')).toMatchObject([
      { parameter: 'noteId', message: 'must be integer' },
    ])
  })

  it('lists what a discriminator demands', async () => {
    const animalOf = (kind: string, more: Part) => object({ kind: { ...text, const: kind }, ...more })
    const animal = {
      oneOf: [animalOf('cat', { lives: integer }), animalOf('dog', { tricks: { type: 'array' } })],
      discriminator: { propertyName: 'kind' },
    }
    const shape = json(object({ message: text, errors: list({ field: text, problem: text }) }))
    const responses = { 201: { description: 'It.' }, 400: { description: 'It is invalid.', content: shape } }
    const requestBody = { required: true, content: json(animal) }
    const paths = { '/animals': { post: { operationId: 'createAnimal', requestBody, responses } } }
    await using api = await serveSandbox(notesDocument({ security: [], paths, operations: [] }))
    expect(await api.send('POST', '/animals', { kind: 'cat', lives: 'nine' })).toMatchObject({
      status: 400,
      json: { errors: expect.arrayContaining([expect.anything()]) },
    })
  })

  it('has a new id for each request', async () => {
    const content = json(object({ message: text, requestId: { ...text, format: 'uuid' } }))
    const [one, other] = [await refused('missing', content), await refused('missing', content)]
    expect(one.json).toMatchObject({ requestId: expect.stringMatching(/^[\da-f]{8}-/) })
    expect(one.json).not.toStrictEqual(other.json)
  })

  it('is a text where the document has no JSON', async () => {
    const plain = await refused('missing', { 'text/plain': { schema: text } }, 404)
    expect([plain.status, plain.text]).toStrictEqual([404, gone])
  })
})

describe('the status of an error', () => {
  it.each([
    [[400], 'POST', '/notes', { text: 7 }, 400],
    [[400, 422], 'POST', '/notes', { text: 7 }, 422],
    [[422], 'POST', '/notes', { text: 7 }, 422],
    [[422], 'GET', '/notes/x', undefined, 422],
    [[404], 'GET', '/notes/x', undefined, 404],
    [[400, 422], 'GET', '/notes/x', undefined, 400],
    [['4XX'], 'GET', '/notes/7', undefined, 404],
    [['default'], 'POST', '/notes', { text: 7 }, 400],
    [[410], 'GET', '/notes/7', undefined, 410],
  ] as const)('of %o for %s %s is documented', async (statuses, method, path, body, expected) => {
    const responses = Object.fromEntries(statuses.map((one) => [one, problem]))
    await using api = await serveSandbox(notesDocument({ security: [], responses, operations }))
    expect(await api.status(method, path, body)).toBe(expected)
  })
})

const error = (code: string, message: unknown = expect.any(String)) => ({ error: { code, message } })

describe('a request that belongs to no operation', () => {
  it('gets an error in the shape that most errors have', async () => {
    const content = json(object({ error: object({ code: text, message: text }) }))
    const shape = { description: 'It failed.', content }
    const responses = { 404: shape, 400: shape, 413: shape, 415: shape }
    await using api = await serveSandbox(notesDocument({ security: [], responses, operations }))
    const unknown = await api.send('GET', '/nothing')
    expect([unknown.status, unknown.json]).toStrictEqual([404, error('not_found', 'There is no /nothing')])
    const other = await api.send('PATCH', '/notes')
    expect([other.status, other.headers.get('allow')]).toStrictEqual([405, 'POST, OPTIONS'])
    expect(other.json).toStrictEqual(error('method_not_allowed', 'Method not allowed'))
    const wrong = await api.send('POST', '/notes', { text: 'a' }, { 'content-type': 'text/html' })
    expect([wrong.status, wrong.json]).toStrictEqual([415, error('unsupported_media_type')])
    const large = await api.send('POST', '/notes', { text: 'a'.repeat(300_000) })
    expect([large.status, large.json]).toStrictEqual([413, error('body_too_large')])
  })
})
