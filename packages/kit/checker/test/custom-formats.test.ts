import { describe, expect, it } from 'vitest'
import { checkContract, type CustomFormat } from '../src/index.ts'

const documentOf = (version: string) => ({
  openapi: version,
  info: { title: 'Parts', version: '1' },
  paths: {
    '/parts': {
      post: {
        operationId: 'addPart',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code'],
                properties: { code: { type: 'string', format: 'part-code', maxLength: 8 } },
              },
            },
          },
        },
        responses: { 204: { description: 'Added.' }, 400: { description: 'No part code.' } },
      },
    },
  },
})

/** A code whose last digit is the sum of the others. */
const isCode = (text: string): boolean =>
  /^P-\d{3}$/.test(text) && (Number(text[2]) + Number(text[3])) % 10 === Number(text[4])

const partCode: CustomFormat = {
  validate: isCode,
  generate: (index) => {
    const [first, second] = [Math.floor(index / 10) % 10, index % 10]
    return `P-${first}${second}${(first + second) % 10}`
  },
}

const serve = (accepts: (code: unknown) => boolean) => {
  const accepted = new Set<unknown>()
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const body = await request.json().catch(() => undefined)
    const code: unknown = Object(body).code
    if (typeof code !== 'string' || !accepts(code)) return new Response(null, { status: 400 })
    accepted.add(code)
    return new Response(null, { status: 204 })
  }
  return { fetch, accepted }
}

const check = (document: object, fetch: (request: Request) => Promise<Response>, formats = { 'part-code': partCode }) =>
  checkContract({ document, fetch, cases: 30, formats, phases: ['coverage', 'fuzz'] }) // prettier-ignore

const messagesOf = ({ findings }: Awaited<ReturnType<typeof checkContract>>) =>
  findings.map(({ check: id, message }) => `${id}: ${message}`)

describe('formats', () => {
  it.each(['3.0.3', '3.1.0'])('sends many texts of a custom format in OpenAPI %s', async (version) => {
    const { fetch, accepted } = serve((code) => isCode(String(code)))
    expect(messagesOf(await check(documentOf(version), fetch))).toStrictEqual([])
    expect(accepted.size).toBeGreaterThan(5)
  })

  it('accuses a server that does not check a custom format', async () => {
    expect(messagesOf(await check(documentOf('3.1.0'), serve(() => true).fetch))).toStrictEqual([
      'negative-data-rejection: The 204 response of addPart accepts an invalid request: the body at /code is not of the format part-code.',
    ])
  })

  it('keeps two formats of one name apart', async () => {
    const other = { validate: (text: string) => text === 'other', generate: () => 'other' }
    const { fetch } = serve((code) => code === 'other')
    expect(messagesOf(await check(documentOf('3.1.0'), fetch, { 'part-code': other }))).toStrictEqual([])
    const { fetch: again } = serve((code) => isCode(String(code)))
    expect(messagesOf(await check(documentOf('3.1.0'), again))).toStrictEqual([])
  })

  it.each([
    [{ ...partCode, generate: () => 'wrong' }, 'The format part-code makes "wrong", which it does not take.'],
    [{ validate: isCode } as never, 'must have two functions'],
  ])('rejects a format that is wrong in itself', async (format, message) => {
    const { fetch } = serve(() => true)
    await expect(check(documentOf('3.1.0'), fetch, { 'part-code': format })).rejects.toThrow(message)
  })
})
