import { describe, expect, it } from 'vitest'
import { toObject } from '../../src/documents/json.ts'
import { connect, type Reply, startShed, useTool } from './connect.ts'
import { credentials, shedDocument } from './shed-document.ts'

/** Calls one operation of a server with one reply. */
async function call(args: Readonly<Record<string, unknown>>, reply?: Reply) {
  const shed = await startShed(reply)
  const { client, log } = await connect({ baseUrl: shed.url })
  return {
    ...(await useTool(client, 'call_operation', { credentials, ...args })),
    log,
    received: shed.received,
  }
}

/** Calls the only operation of a document. */
async function callOne(operation: object, values: object, reply?: Reply) {
  const shed = await startShed(reply)
  const post = { operationId: 'one', responses: { 200: { description: 'OK' } }, ...operation }
  const document = { openapi: '3.1.1', info: { title: 'One', version: '1' }, paths: { '/one': { post } } }
  const { client } = await connect({ baseUrl: shed.url, document: toObject(document) })
  return {
    ...(await useTool(client, 'call_operation', { operationId: 'one', ...values })),
    received: shed.received,
  }
}

const loan = { operationId: 'lendTool', body: { kind: 'week', toolId: 7 } }

describe('call_operation', () => {
  it('writes parameters as the document says', async () => {
    const { received } = await call({
      operationId: 'listTools',
      parameters: { kind: ['saw', 'plane'], limit: '5', near: { x: 1 }, 'x-trace': 'a b', shelf: 'top' },
    })
    const url = '/v1/tools?kind=saw&kind=plane&limit=5&near=%7B%22x%22%3A1%7D'
    const sent = {
      'x-trace': 'a b',
      cookie: 'shelf=top',
      'x-member': 'card-7788',
      accept: 'application/json',
    }
    expect(received).toMatchObject([{ method: 'GET', url, headers: sent }])
  })

  it('sends both credentials and a JSON body', async () => {
    const body = '{"kind":"week","toolId":7}'
    const secrets = { 'x-member': 'card-7788', authorization: 'Bearer token-5566' }
    const headers = { ...secrets, 'content-type': 'application/json' }
    const { received } = await call(loan)
    expect(received).toMatchObject([{ url: '/v1/loans', headers, body }])
    // An assistant may write the body as text.
    expect((await call({ ...loan, body })).received[0]?.body).toBe(body)
  })

  it('sends a form where it is asked to', async () => {
    const { received } = await call({ ...loan, mediaType: 'application/x-www-form-urlencoded' })
    expect(received[0]?.body).toBe('kind=week&toolId=7')
  })

  it('sends files and objects as parts', async () => {
    const body = { name: 'Saw', photo: 'pixels', place: { x: 1 } }
    const { received } = await call({ operationId: 'addPhoto', body })
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(received[0]?.body).toMatch(/name="name"\r\n\r\nSaw\r\n/)
    expect(received[0]?.body).toMatch(/name="photo"; filename="file"\r\n[^]*\r\n\r\npixels\r\n/)
    expect(received[0]?.body).toMatch(/content-type: application\/json\r\n\r\n\{"x":1\}\r\n/)
  })

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['by its encoding', { l: ['a', 'b'], j: { z: 1 } }, 'l=a,b&j=%7B%22z%22%3A1%7D'],
    ['with delimiters in values', { l: ['a,b', 'c'] }, 'l=a%2Cb,c'],
    ['with a list in full', { k: ['a', 'b'] }, 'k=a&k=b'],
  ])('writes a form %s', async (_title, body, written) => {
    const list = { type: 'array', items: { type: 'string' } }
    const properties = { l: list, k: list, j: { type: 'object' } }
    const encoding = { l: { explode: false }, j: { contentType: 'application/json' } }
    const content = {
      'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, encoding },
    }
    const { received } = await callOne({ requestBody: { content } }, { body })
    expect(received[0]?.body).toBe(written)
  })

  it('sends a part for each file of a list', async () => {
    const properties = { files: { type: 'array', items: { type: 'string', format: 'binary' } } }
    const content = { 'multipart/form-data': { schema: { type: 'object', properties } } }
    const { received } = await callOne({ requestBody: { content } }, { body: { files: ['one', 'two'] } })
    expect(
      received[0]?.body.match(/name="files"; filename="file"\r\n.*\r\n\r\n(?:one|two)\r\n/g),
    ).toHaveLength(2)
  })

  it('keeps whole numbers exact, sent and received', async () => {
    const id = '{"id":9007199254740993}'
    const schema = { type: 'object', properties: { id: { type: 'integer', format: 'int64' } } }
    const content = { 'application/json': { schema } }
    const parameters = [{ name: 'after', in: 'query', schema: { type: 'integer' } }]
    const headers = { 'Content-Type': 'application/json' }
    const operation = {
      parameters,
      requestBody: { content },
      responses: { 200: { description: 'OK', content } },
    }
    const values = { body: id, parameters: { after: '9223372036854775807' } }
    const { received, text } = await callOne(operation, values, { status: 200, headers, body: id })
    expect(received).toMatchObject([{ url: '/v1/one?after=9223372036854775807', body: id }])
    expect(text).toContain(`"body":${id}`)
  })

  it('sends nothing that lost digits before it came', async () => {
    const content = { 'application/json': { schema: {} } }
    const parameters = [{ name: 'after', in: 'query', schema: { type: 'integer' } }]
    const lost = 2 ** 53
    const values = { body: { ids: [lost] }, parameters: { after: lost } }
    const { received, text } = await callOne({ parameters, requestBody: { content } }, values)
    expect(received).toStrictEqual([])
    expect(text.split('\n').slice(1)).toStrictEqual([
      '- parameters.after has a number beyond 2^53, which loses digits on its way here: send it as text',
      '- body has a number beyond 2^53, which loses digits on its way here: send the body as JSON text',
    ])
  })

  it('says what it cannot write', async () => {
    const content = { 'application/xml': { schema: { type: 'object' } } }
    const { received, text, isError } = await callOne({ requestBody: { content } }, { body: { a: 1 } })
    expect([received, isError]).toStrictEqual([[], true])
    expect(text).toBe(
      'The request was not sent. There is no rule that writes such a value as application/xml.',
    )
  })

  it('encodes what a path carries', async () => {
    const { received } = await call({ operationId: 'scrapTool', parameters: { 'tool-id': '7/../8?x#y' } })
    expect(received[0]?.url).toBe('/v1/tools/7%2F..%2F8%3Fx%23y')
  })

  it('returns status, meaning, telling headers and body', async () => {
    const { text, isError } = await call(
      { operationId: 'listTools' },
      {
        status: 200,
        headers: { 'Content-Type': 'application/json', 'x-total': '1', 'x-powered-by': 'steam', ETag: '"1"' },
        body: '[{"id":7}]',
      },
    )
    expect(isError).toBe(false)
    expect(JSON.parse(text)).toStrictEqual({
      status: 200,
      meaning: 'The tools.',
      headers: { 'content-type': 'application/json', 'x-total': '1', etag: '"1"' },
      body: [{ id: 7 }],
    })
  })

  it('says where a response is not as documented', async () => {
    const json = { 'Content-Type': 'application/json' }
    const wrong = await call({ operationId: 'listTools' }, { status: 200, headers: json, body: '[{}]' })
    expect(JSON.parse(wrong.text)).toMatchObject({ violations: ['body/0 lacks the required property id'] })
    const undeclared = await call({ operationId: 'listTools' }, { status: 418 })
    expect(JSON.parse(undeclared.text)).toMatchObject({ violations: ['the status 418 is not documented'] })
    const range = JSON.parse((await call(loan, { status: 409 })).text)
    expect(range).toStrictEqual({ status: 409, meaning: 'You have too many tools.', headers: {} })
  })

  it('follows no redirect', async () => {
    const elsewhere = await startShed()
    const { text } = await call(
      { operationId: 'scrapTool', parameters: { 'tool-id': '7' } },
      { status: 302, headers: { Location: elsewhere.url } },
    )
    expect(JSON.parse(text)).toMatchObject({ status: 302, headers: { location: elsewhere.url } })
    expect(elsewhere.received).toStrictEqual([])
  })

  it.each([
    [
      'cuts a body that is too long to read',
      'text/plain',
      'x'.repeat(100_000),
      expect.stringMatching(
        /^x{40000}\n*.*\(the first 40000 of 100000 characters; narrow the request for the rest\)$/,
      ),
    ],
    ['tells the size of a body that is no text', 'image/png', 'pixels', '(6 bytes of image/png)'],
  ])('%s', async (_title, type, body, told) => {
    const { text } = await call(
      { operationId: 'GET /tools/{tool-id}', parameters: { 'tool-id': '7' } },
      { status: 200, headers: { 'Content-Type': type }, body },
    )
    expect(JSON.parse(text)).toMatchObject({ body: told })
  })

  it('uses the credentials of the server unless a call has others', async () => {
    const shed = await startShed()
    const { client } = await connect({ baseUrl: shed.url, credentials })
    await useTool(client, 'call_operation', loan)
    await useTool(client, 'call_operation', { ...loan, credentials: { session: 'newer' } })
    expect(shed.received.map(({ headers }) => [headers['x-member'], headers.authorization])).toStrictEqual([
      ['card-7788', 'Bearer token-5566'],
      ['card-7788', 'Bearer newer'],
    ])
  })

  it('logs no value of a request or response', async () => {
    const { log } = await call(loan, { status: 201, body: '{"id":"secret-id"}' })
    expect(log).toStrictEqual([expect.stringMatching(/^POST \/loans 201 \d+ ms$/)])
    const { client, log: failures } = await connect({ baseUrl: 'http://user:password@127.0.0.1:1/v1' })
    const { text } = await useTool(client, 'call_operation', { ...loan, credentials })
    expect(text).toBe('POST /loans got no response from http://127.0.0.1:1: the request failed.')
    expect(failures).toStrictEqual([expect.stringMatching(/^POST \/loans failed after \d+ ms: /)])
  })
})

describe('call_operation with an invalid request', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    [
      'unknown and missing parameters',
      { operationId: 'scrapTool', parameters: { 'tool-ids': 1 } },
      [
        '- parameters.tool-ids is not a parameter of the operation; did you mean tool-id?',
        '- parameters.tool-id is missing: a required path parameter',
      ],
    ],
    [
      'a parameter that breaks its schema',
      { operationId: 'listTools', parameters: { limit: 0, kind: ['axe'] } },
      [
        '- parameters.kind/0 is not one of the allowed values: ["saw","plane"]',
        '- parameters.limit is less than 1',
      ],
    ],
    ['no body', { operationId: 'lendTool' }, ['- body is missing']],
    [
      'a body of one variant',
      { operationId: 'lendTool', body: { kind: 'week', toolId: 0 } },
      ['- body matches none of the allowed schemas', '- body/toolId is less than 1'],
    ],
    [
      'an unknown media type',
      { ...loan, mediaType: 'text/csv' },
      ['- mediaType must be one of application/json, application/x-www-form-urlencoded'],
    ],
    [
      'a body that is not taken',
      { operationId: 'listTools', body: {} },
      ['- body is given, but the operation takes none'],
    ],
    [
      'a path of dots',
      { operationId: 'scrapTool', parameters: { 'tool-id': '..' } },
      ['- parameters.tool-id must be more than dots: it would lead to another path'],
    ],
    [
      'no credentials',
      { ...loan, credentials: { session: 'x' } },
      ['- credentials.memberCard is missing: an API key, sent in the header x-member'],
    ],
  ])('sends nothing and says what to fix of %s', async (_title, args, problems) => {
    const { text, isError, received } = await call(args)
    expect(isError).toBe(true)
    expect(text.split('\n').slice(1)).toStrictEqual(problems)
    expect(received).toStrictEqual([])
  })

  it('rejects an operation that does not exist', async () => {
    const { text, isError } = await call({ operationId: 'lendTools' })
    expect(isError).toBe(true)
    expect(text).toContain('; did you mean lendTool?')
  })

  it('rejects a header that cannot be sent', async () => {
    const { text } = await call({ operationId: 'listTools', parameters: { 'x-trace': 'a\nb' } })
    expect(text).toBe(
      'The request was not sent. The header x-trace would have characters that a header cannot contain.',
    )
  })

  it('changes nothing where the server is read-only', async () => {
    const shed = await startShed()
    const { client } = await connect({ baseUrl: shed.url, isReadOnly: true, credentials })
    expect((await useTool(client, 'call_operation', loan)).text).toContain('started with --read-only')
    expect((await useTool(client, 'call_operation', { operationId: 'listTools' })).isError).toBe(false)
    expect(shed.received.map(({ method }) => method)).toStrictEqual(['GET'])
  })

  it('asks for a base URL where none is known', async () => {
    const { client } = await connect({ baseUrl: undefined, document: shedDocument })
    const { text, isError } = await useTool(client, 'call_operation', { operationId: 'listTools' })
    expect([text, isError]).toStrictEqual(['No base URL is known. Start the server with --url <base>.', true])
  })
})
