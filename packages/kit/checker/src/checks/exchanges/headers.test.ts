import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { contentTypeConformance, responseHeadersConformance } from './headers.ts'

const headers = {
  'X-Total': { required: true, schema: { type: 'integer', minimum: 0 } },
  'X-Tags': { schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
  'Set-Cookie': { schema: { type: 'string', pattern: '^sid=' } },
  'Content-Type': { required: true, schema: { const: 'nonsense' } },
}
const challenge = { 'WWW-Authenticate': { required: true, schema: { type: 'string', pattern: '^Bearer' } } }
const exchange = await createRig(
  oneOperation({
    security: [{ bearer: [] }],
    responses: {
      200: { description: 'ok', headers },
      401: { description: 'who', headers: challenge },
      500: { description: 'oh', headers },
    },
  }),
)
const judge = (sent: Record<string, string>, status = 200) =>
  responseHeadersConformance.verify(exchange({ operation: 'act', status, headers: sent }))
const at = '/paths/~1things/get/responses/200/headers/X-Total'

describe('responseHeadersConformance', () => {
  it('wants what is required', () => {
    expect(judge({})).toMatchObject([
      { pointer: `${at}/required`, message: 'The 200 response of act lacks the required header X-Total.' },
    ])
  })

  it.each(['0', '12', ' 7 '])('reads "%s" as a number', (total) => {
    expect(judge({ 'x-total': total })).toEqual([])
  })

  it.each([
    ['many', `${at}/schema/type`],
    ['-1', `${at}/schema/minimum`],
  ])('refuses the number %s', (total, pointer) => {
    expect(judge({ 'x-total': total })).toMatchObject([{ pointer }])
  })

  it('reads a list', () => {
    expect(judge({ 'x-total': '1', 'x-tags': 'a,b' })).toEqual([])
    expect(judge({ 'x-total': '1', 'x-tags': 'a,c' })).toHaveLength(1)
  })

  it('is content with one fitting line of many', () => {
    const seen = exchange({ operation: 'act', status: 200, headers: { 'x-total': '1' } })
    const cookies = [
      ['set-cookie', 'theme=dark'],
      ['set-cookie', 'sid=1'],
    ] as const
    const both = { ...seen, answer: { ...seen.answer, headers: [...seen.answer.headers, ...cookies] } }
    const one = { ...seen, answer: { ...seen.answer, headers: [...seen.answer.headers, cookies[0]] } }
    expect(responseHeadersConformance.verify(both)).toEqual([])
    expect(responseHeadersConformance.verify(one)).toHaveLength(1)
  })

  it('leaves a missing challenge to its own check', () => {
    expect(judge({}, 401)).toEqual([])
    expect(judge({ 'www-authenticate': 'Basic' }, 401)).toHaveLength(1)
  })

  it('asks nothing of a server error', () => {
    expect(judge({}, 500)).toEqual([])
  })
})

const content = { 'application/json': {}, 'text/*': {} }
const exchangeOfContentTypeConformance = await createRig(
  oneOperation({
    responses: {
      200: { description: 'ok', content },
      204: { description: 'none' },
      400: { description: 'no', content: { 'application/problem+json': {} } },
    },
  }),
)
const judgeOfContentTypeConformance = (type: string, body: string | Uint8Array = '{}', status = 200) =>
  contentTypeConformance.verify(
    exchangeOfContentTypeConformance({
      operation: 'act',
      status,
      headers: { 'content-type': type },
      ...(typeof body === 'string' ? { text: body } : { bytes: body }),
    }),
  )

describe('contentTypeConformance', () => {
  it.each(['application/json', 'Application/JSON; charset="UTF-8"', 'text/csv', 'text/html; charset=latin1'])(
    'takes %s',
    (type) => {
      expect(judgeOfContentTypeConformance(type)).toEqual([])
    },
  )

  it.each([
    ['', 'has a body but no Content-Type'],
    ['json', 'has a Content-Type that is not a media type'],
    ['application/xml', 'has the media type application/xml, which the document does not declare'],
    ['application/json; charset=utf-16', 'is JSON but declares the charset utf-16'],
  ])('refuses "%s"', (type, clause) => {
    expect(judgeOfContentTypeConformance(type)).toMatchObject([
      { message: `The 200 response of act ${clause}.`, pointer: '/paths/~1things/get/responses/200/content' },
    ])
  })

  it('refuses JSON in another encoding', () => {
    expect(judgeOfContentTypeConformance('application/json', Uint8Array.of(0x22, 0xe4, 0x22))).toMatchObject([
      { message: 'The 200 response of act is JSON but is not encoded in UTF-8.' },
    ])
    expect(judgeOfContentTypeConformance('text/plain; charset=utf-8', Uint8Array.of(0xe4))).toHaveLength(1)
    expect(judgeOfContentTypeConformance('text/plain', Uint8Array.of(0xe4))).toEqual([])
  })

  it('judges errors too', () => {
    expect(judgeOfContentTypeConformance('application/json', '{}', 400)).toHaveLength(1)
    expect(judgeOfContentTypeConformance('application/problem+json', '{}', 400)).toEqual([])
  })

  it('says nothing where there is no body', () => {
    expect(judgeOfContentTypeConformance('application/xml', '')).toEqual([])
  })

  it('says nothing where the document names no media type', () => {
    expect(judgeOfContentTypeConformance('application/xml', 'x', 204)).toEqual([])
  })
})
