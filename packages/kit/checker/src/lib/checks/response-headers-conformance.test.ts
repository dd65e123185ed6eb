import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { responseHeadersConformance } from './response-headers-conformance.ts'

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
      { pointer: `${at}/required`, message: 'The 200 answer of act lacks the required header X-Total.' },
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
