import { describe, expect, it } from 'vitest'
import { json, notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox } from './serve.ts'

const text = { type: 'string' }
const object = (properties: Part, required: readonly string[] = Object.keys(properties)): Part => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const item = (properties: Part): Part => ({ type: 'array', items: object(properties) })

const detail = 'Request does not match the document: body text must be string'
const first = expect.stringContaining('must be string')

/** The body of the response to a note whose text is a number. */
async function invalid(schema: Part, more: Part = {}): Promise<unknown> {
  const content = { 'application/json': { schema, ...more } }
  const responses = { 400: { description: 'It is invalid.', content } }
  await using api = await serveSandbox(notesDocument({ security: [], responses }))
  const refused = await api.send('POST', '/notes', { text: 7 })
  expect(refused.status).toBe(400)
  return refused.json
}

/** The body of the response to a note that does not exist. */
async function missing(schema: Part, more: Part = {}, status: number | string = 404): Promise<unknown> {
  const content = { 'application/json': { schema, ...more } }
  const responses = { [status]: { description: 'There is none.', content } }
  await using api = await serveSandbox(notesDocument({ security: [], responses }))
  const refused = await api.send('GET', '/notes/7')
  expect(refused.status).toBe(404)
  return refused.json
}

const of = (code: string) => object({ code: { type: 'string', const: code }, message: text })

describe('the body of an error', () => {
  it('is problem details', async () => {
    const schema = object({
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: text,
    })
    expect(await missing(schema)).toStrictEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no note 7',
      instance: '/notes/7',
    })
  })

  it('has type and title of the documented example', async () => {
    const schema = object({ type: text, title: text, status: { type: 'integer' }, detail: text })
    const example = {
      type: 'https://e.example/no-note',
      title: 'No note',
      status: 404,
      detail: 'Note 12 is missing.',
    }
    expect(await missing(schema, { example })).toStrictEqual({ ...example, detail: 'There is no note 7' })
  })

  it('has no code of an example for other statuses', async () => {
    const schema = object({ code: text, status: { type: 'integer' }, message: text })
    const example = { code: 'rate_limited', status: 429, message: 'Slow down.' }
    const body = { code: 'not_found', status: 404, message: 'There is no note 7' }
    expect(await missing(schema, { example }, 'default')).toStrictEqual(body)
  })

  it('has the code of the example that says best what happened', async () => {
    const schema = object({ code: text, message: text })
    const examples = {
      badCursor: { value: { code: 'E17', message: 'Cursor' } },
      validation: { value: { code: 'E12', message: 'Invalid' } },
    }
    expect(await invalid(schema, { examples })).toStrictEqual({ code: 'E12', message: detail })
  })

  it.each([
    [['BAD_INPUT', 'NOT_FOUND', 'CONFLICT'], 'NOT_FOUND'],
    [['invalidArgument', 'resourceMissing', 'internal'], 'resourceMissing'],
    [['precondition_failed', 'not_allowed', 'no_such_item', 'not_found'], 'not_found'],
    [['ok', 'error'], 'error'],
  ])('has the code of %o that fits', async (choices, code) => {
    const schema = object({ code: { type: 'string', enum: choices }, message: text })
    expect(await missing(schema)).toStrictEqual({ code, message: 'There is no note 7' })
  })

  it('spells a code as its pattern says', async () => {
    const schema = object({ code: { type: 'string', pattern: '^[A-Z_]+$' }, message: text })
    expect(await missing(schema)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    [
      'nested',
      object({ error: object({ code: text, message: text }) }),
      { error: { code: 'not_found', message: 'There is no note 7' } },
    ],
    [
      'google.rpc',
      object({ error: object({ code: { type: 'integer' }, message: text, status: text }) }),
      { error: { code: 404, message: 'There is no note 7', status: 'NOT_FOUND' } },
    ],
    [
      'OAuth',
      object({ error: text, error_description: text }),
      { error: 'not_found', error_description: 'There is no note 7' },
    ],
    [
      'OData',
      object({
        error: object(
          { code: text, message: text, target: text, details: item({ code: text, message: text }) },
          ['code', 'message'],
        ),
      }),
      { error: { code: 'not_found', message: 'There is no note 7' } },
    ],
    [
      'Spring',
      object({ status: { type: 'integer' }, error: text, message: text, path: text }),
      { status: 404, error: 'Not Found', message: 'There is no note 7', path: '/notes/7' },
    ],
    [
      'JSend',
      object({ status: { type: 'string', enum: ['success', 'fail', 'error'] }, message: text }),
      { status: 'error', message: 'There is no note 7' },
    ],
    [
      'JSON:API',
      object({ errors: item({ status: text, title: text, detail: text }) }),
      { errors: [{ status: '404', title: 'Not Found', detail: 'There is no note 7' }] },
    ],
    [
      'a list of texts',
      object({ errors: { type: 'array', items: text } }),
      { errors: ['There is no note 7'] },
    ],
    [
      'a list of errors',
      item({ code: text, message: text }),
      [{ code: 'not_found', message: 'There is no note 7' }],
    ],
    [
      'a flag',
      object({ success: { type: 'boolean' }, message: text }),
      { success: false, message: 'There is no note 7' },
    ],
    ['a text', text, 'There is no note 7'],
  ])('tells what happened in the shape of %s', async (_name, schema, body) => {
    expect(await missing(schema)).toStrictEqual(body)
  })

  it.each([
    [
      'fields',
      object({ message: text, errors: item({ field: text, message: text }) }),
      { message: detail, errors: [{ field: 'text', message: 'must be string' }] },
    ],
    [
      'places and codes',
      object({ code: text, details: item({ in: text, path: text, code: text, description: text }) }),
      {
        code: 'validation_failed',
        details: [{ in: 'body', path: 'text', code: 'type', description: 'must be string' }],
      },
    ],
    [
      'JSON:API',
      object({
        errors: item({ status: text, source: object({ pointer: text, parameter: text }, []), detail: text }),
      }),
      { errors: [{ status: '400', source: { pointer: '/text' }, detail: 'must be string' }] },
    ],
    [
      'FastAPI',
      object({
        detail: {
          type: 'array',
          items: object({ loc: { type: 'array', items: text }, msg: text, type: text }),
        },
      }),
      { detail: [{ loc: ['body', 'text'], msg: 'must be string', type: 'type' }] },
    ],
    [
      'Laravel',
      object({
        message: text,
        errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
      }),
      { message: detail, errors: { text: ['must be string'] } },
    ],
    [
      'OData',
      object({
        error: object({ code: text, message: text, details: item({ target: text, message: text }) }),
      }),
      {
        error: {
          code: 'validation_failed',
          message: detail,
          details: [{ target: 'text', message: 'must be string' }],
        },
      },
    ],
    [
      'texts',
      object({ message: text, errors: { type: 'array', items: text } }),
      { message: detail, errors: ['text must be string'] },
    ],
    [
      'pointers',
      object({ type: text, title: text, errors: item({ pointer: text, detail: text }) }),
      { type: 'about:blank', title: 'Bad Request', errors: [{ pointer: '/text', detail: 'must be string' }] },
    ],
  ])('lists the problems of a request as %s', async (_name, schema, body) => {
    expect(await invalid(schema)).toStrictEqual(body)
  })

  it('names a missing field', async () => {
    const schema = object({ message: text, errors: item({ field: text, problem: text }) })
    const responses = { 400: { description: 'It is invalid.', content: json(schema) } }
    await using api = await serveSandbox(notesDocument({ security: [], responses }))
    expect((await api.send('POST', '/notes', {})).json).toMatchObject({
      errors: [{ field: 'text', problem: "must have required property 'text'" }],
    })
  })

  it('names a parameter or a place in the body', async () => {
    const place = { type: 'object', properties: { pointer: text, parameter: text, message: text } }
    const schema = object({ title: text, errors: { type: 'array', items: place } })
    const responses = { 400: { description: 'It is invalid.', content: json(schema) } }
    await using api = await serveSandbox(notesDocument({ security: [], responses }))
    expect((await api.send('POST', '/notes', { text: 7 })).json).toMatchObject({
      errors: [{ pointer: '/text', message: 'must be string' }],
    })
    expect((await api.send('GET', '/notes/x')).json).toStrictEqual({
      title: 'Bad Request',
      errors: [{ parameter: 'noteId', message: 'must be integer' }],
    })
  })

  it('lists what a discriminator demands', async () => {
    const animalOf = (kind: string, more: Part) => object({ kind: { type: 'string', const: kind }, ...more })
    const animal = {
      oneOf: [
        animalOf('cat', { lives: { type: 'integer' } }),
        animalOf('dog', { tricks: { type: 'array' } }),
      ],
      discriminator: { propertyName: 'kind' },
    }
    const shape = json(object({ message: text, errors: item({ field: text, problem: text }) }))
    const responses = { 201: { description: 'It.' }, 400: { description: 'It is invalid.', content: shape } }
    const requestBody = { required: true, content: json(animal) }
    const paths = { '/animals': { post: { operationId: 'createAnimal', requestBody, responses } } }
    await using api = await serveSandbox(notesDocument({ security: [], paths }))
    const refused = await api.send('POST', '/animals', { kind: 'cat', lives: 'nine' })
    expect([refused.status, (refused.json as { errors: unknown[] }).errors.length > 0]).toStrictEqual([
      400,
      true,
    ])
  })

  it('takes the alternative that says most', async () => {
    const schema = {
      oneOf: [
        object({ code: text }),
        object({ message: text, errors: item({ field: text, message: text }) }),
      ],
    }
    expect(await invalid(schema)).toMatchObject({ errors: [{ field: 'text', message: first }] })
    expect(await missing({ oneOf: [object({ code: text }), object({ message: text })] })).toStrictEqual({
      message: 'There is no note 7',
    })
  })

  it('takes the alternative that its discriminator names', async () => {
    expect(await missing({ oneOf: [of('INVALID'), of('NOT_FOUND')] })).toStrictEqual({
      code: 'NOT_FOUND',
      message: 'There is no note 7',
    })
  })

  it('has a new id for each request', async () => {
    const schema = object({ message: text, requestId: { type: 'string', format: 'uuid' } })
    const [one, other] = [await missing(schema), await missing(schema)]
    expect(one).toMatchObject({ requestId: expect.stringMatching(/^[\da-f]{8}-/) })
    expect(one).not.toStrictEqual(other)
  })

  it('is a text where the document has no JSON', async () => {
    const responses = { 404: { description: 'None.', content: { 'text/plain': { schema: text } } } }
    await using api = await serveSandbox(notesDocument({ security: [], responses }))
    const refused = await api.send('GET', '/notes/7')
    expect([refused.status, refused.text]).toStrictEqual([404, 'There is no note 7'])
  })
})

const status = async (responses: Part, method: string, path: string, body?: unknown) => {
  await using api = await serveSandbox(notesDocument({ security: [], responses }))
  return (await api.send(method, path, body)).status
}

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
    expect(await status(responses, method, path, body)).toBe(expected)
  })
})

describe('a request that belongs to no operation', () => {
  const shape = {
    description: 'It failed.',
    content: json(object({ error: object({ code: text, message: text }) })),
  }
  const serve = () => serveSandbox(notesDocument({ security: [], responses: { 404: shape, 400: shape } }))

  it('gets 404 in the shape that most errors have', async () => {
    await using api = await serve()
    const refused = await api.send('GET', '/nothing')
    expect([refused.status, refused.json]).toStrictEqual([
      404,
      { error: { code: 'not_found', message: 'There is no /nothing' } },
    ])
  })

  it('gets 405 with the methods of the path', async () => {
    await using api = await serve()
    const refused = await api.send('PATCH', '/notes')
    expect([refused.status, refused.headers.get('allow')]).toStrictEqual([405, 'GET, POST, HEAD, OPTIONS'])
    expect(refused.json).toStrictEqual({
      error: { code: 'method_not_allowed', message: 'Method not allowed' },
    })
  })

  it('gets 415 and 413 in the documented shape', async () => {
    const responses = { 404: shape, 400: shape, 413: shape, 415: shape }
    await using api = await serveSandbox(notesDocument({ security: [], responses }))
    const wrong = await api.send('POST', '/notes', { text: 'a' }, { 'content-type': 'text/html' })
    expect([wrong.status, wrong.json]).toMatchObject([415, { error: { code: 'unsupported_media_type' } }])
    const large = await api.send('POST', '/notes', { text: 'a'.repeat(300_000) })
    expect([large.status, large.json]).toMatchObject([413, { error: { code: 'body_too_large' } }])
  })
})
