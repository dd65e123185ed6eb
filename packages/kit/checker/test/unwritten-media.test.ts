import { appendTokens, tryJson } from '@contract-kit/json-schema/json'
import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/runner/contract-run.ts'

const point = { type: 'object', required: ['x'], properties: { x: { type: 'string' } } }
const text = { type: 'string' }

/** Checks one operation with a body of these media types on a server that takes the bodies that it is said to take. */
const check = async (content: object, accepts: (body: string, type: string) => boolean, required = true) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Imports', version: '1' },
    paths: {
      '/imports': {
        post: {
          operationId: 'addImport',
          requestBody: { required, content },
          responses: { 204: { description: 'Added.' }, 400: { description: 'Rejected.' } },
        },
      },
    },
  }
  const fetch = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/imports') return new Response(null, { status: 404 })
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const isGood = accepts(await request.text(), request.headers.get('content-type') ?? '')
    return new Response(null, { status: isGood ? 204 : 400 })
  }
  const { skipped, findings, verdict, notes } = await checkContract({ document, fetch, cases: 5 })
  return {
    reasons: skipped.map(({ reason }) => reason),
    checks: findings.map((found) => found.check),
    verdict,
    notes,
  }
}

/** Why an operation with these media types is skipped, and what to write. */
const unwritable = (...[type = '', ...others]: string[]): string => {
  const place = appendTokens('/paths/~1imports/post/requestBody/content', type, 'example')
  return `no request can be written as ${[type, ...others].join(' or ')}; write one as text at #${place}`
}

const takesImages = (body: string, type: string): boolean => body !== '' && type === 'image/png'
const takesPoints = (body: string): boolean =>
  typeof (tryJson(body)?.value as { readonly x?: unknown } | null)?.x === 'string'
const takesJsonPoints = (body: string, type: string): boolean =>
  type === 'application/json' && takesPoints(body)

describe('a media type without a writer', () => {
  it.each([
    ['application/xml', {}],
    ['application/xml', { schema: point }],
    ['application/xml', { schema: text }],
    ['application/xml', { schema: point, example: { x: 'a' } }],
    ['text/xml', { schema: point }],
    ['application/yaml', { schema: point }],
    ['application/x-ndjson', { schema: { type: 'array', items: point } }],
    ['application/x-protobuf', {}],
    ['application/pdf', { schema: { type: 'string', format: 'binary' } }],
    ['image/*', {}],
    ['multipart/mixed', { schema: point }],
    ['multipart/related', { schema: text }],
    ['text/csv', { schema: { type: 'array', items: point } }],
    ['text/yaml', { schema: point }],
  ])('is named where the server rejects %s %j', async (type, media) => {
    expect(await check({ [type]: media }, () => false)).toMatchObject({
      reasons: [unwritable(type)],
      checks: [],
      verdict: 'incomplete',
    })
  })

  it('is named with all others of an operation', async () => {
    const { reasons } = await check({ 'application/xml': {}, 'application/yaml': {} }, () => false)
    expect(reasons).toStrictEqual([unwritable('application/xml', 'application/yaml')])
  })

  it('is not named where the server takes what is sent', async () => {
    expect(await check({ 'image/png': {} }, takesImages)).toMatchObject({ reasons: [], checks: [] })
  })

  it('is not named where another media type is written', async () => {
    const content = { 'application/xml': { schema: text }, 'application/json': { schema: point } }
    expect(await check(content, takesPoints)).toMatchObject({ reasons: [], checks: [] })
  })

  it('is named where a request without a body is rejected', async () => {
    const { reasons, checks } = await check({ 'application/xml': {} }, () => false, false)
    expect(reasons).toStrictEqual([unwritable('application/xml')])
    expect(checks).toStrictEqual(['positive-data-acceptance'])
  })

  it('is sent by its example', async () => {
    const content = { 'application/xml': { schema: text, example: '<x>a</x>' } }
    expect(await check(content, (body) => body.startsWith('<'))).toMatchObject({ reasons: [], checks: [] })
    expect((await check(content, () => false)).checks.toSorted()).toStrictEqual([
      'operation-never-succeeded',
      'positive-data-acceptance',
    ])
  })
})

describe('a form', () => {
  const form = 'application/x-www-form-urlencoded'

  it.each([
    [form, text],
    [form, { type: 'array', items: text }],
    ['multipart/form-data', { type: 'string', format: 'binary' }],
    ['multipart/form-data', { anyOf: [{ type: 'integer' }, { type: 'array', items: point }] }],
  ])('whose schema allows no object is named, and not sent: %s %j', async (type, schema) => {
    const pointer = appendTokens('/paths/~1imports/post/requestBody/content', type, 'schema')
    const content = { [type]: { schema }, 'application/json': { schema: point } }
    const { checks, notes } = await check(content, takesJsonPoints)
    expect(checks).toStrictEqual([])
    expect(notes).toStrictEqual([
      `No request to addImport is written as ${type}: the body at #${pointer.replace(/\/schema$/, '')} is a form, which is an object, and the schema at #${pointer} allows none.`,
    ])
    await expect(check({ [type]: { schema } }, () => true)).rejects.toThrow(
      `the body at #/paths/~1imports/post/requestBody is a form, which is an object, and the schema at #${pointer} allows none`,
    )
  })

  it.each([
    [form, {}, (body: string) => body.includes('=')],
    ['multipart/form-data', {}, (body: string) => body.includes('name="x"')],
    [form, { schema: { anyOf: [text, point] } }, (body: string) => body.startsWith('x=')],
  ])('is sent with fields: %s %j', async (type, media, accepts) => {
    expect((await check({ [type]: media }, accepts)).checks).not.toContain('operation-never-succeeded')
  })
})

describe('a multipart example', () => {
  const parts = '--cut\r\n\r\none\r\n--cut--\r\n'

  it.each(['multipart/mixed', 'multipart/related', 'multipart/mixed; boundary=cut'])(
    'is sent as %s with the boundary that it begins with',
    async (type) => {
      const takes = (body: string, sent: string): boolean =>
        body === parts && /; boundary="?cut"?$/.test(sent)
      expect(await check({ [type]: { example: parts } }, takes)).toMatchObject({ reasons: [], checks: [] })
    },
  )
})

describe('a text that stands for a list', () => {
  it('is not judged', async () => {
    const content = { 'text/csv': { schema: { type: 'array', items: point }, example: 'x\na\n' } }
    expect(await check(content, (body) => body !== '')).toMatchObject({ reasons: [], checks: [] })
  })
})

describe('a media type that is written', () => {
  it.each([
    ['application/json', { schema: point }],
    ['application/octet-stream', {}],
    ['text/plain', { schema: text }],
  ])('is a finding where the server rejects %s %j', async (type, media) => {
    const { reasons, checks } = await check({ [type]: media }, () => false)
    expect(reasons).toStrictEqual([])
    expect(checks.toSorted()).toStrictEqual(['operation-never-succeeded', 'positive-data-acceptance'])
  })
})
