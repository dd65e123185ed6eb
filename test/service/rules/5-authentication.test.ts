import { type OperationId, openapiDocument, operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bearer,
  type CallOptions,
  everyCall,
  type Exchange,
  fillPath,
  type Sandbox,
  sendRaw,
  startSandbox,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const buy = { body: { action: 'buy' } }
const unauthorized = { status: 401, messages: ['Unauthorized'] }

describe('the header x-cc-app', () => {
  it.each(everyCall)(
    'is asked for by %s',
    { meta: { rules: ['5-01', '7-03', '7-04'] } },
    async (id, call) => {
      const partner = await sandbox.partner()
      const refused =
        id === 'createSession' ? { status: 400, messages: ['no x-cc-app was found'] } : unauthorized
      expect(await partner.call(id, { ...call, headers: { 'x-cc-app': null } })).toMatchObject(refused)
      expect(await partner.call(id, { ...call, headers: { 'x-cc-app': ' ' } })).toMatchObject(refused)
    },
  )

  it('is all that a session asks for', { meta: { rules: ['5-05'] } }, async () => {
    const headers = [
      ['user-agent', 'contract-tests'],
      ['x-cc-app', 'demo-app'],
    ] as const
    const request = { method: 'POST', path: '/v3/session', operationId: 'createSession' }
    const { status, body } = await sendRaw(sandbox.url, { ...request, headers })
    expect(status).toBe(200)
    const { access_token: token } = body as { access_token: string }
    const partner = await sandbox.partner()
    const answer = await partner.call('createCart', { ...buy, headers: bearer(token) })
    expect(answer.status).toBe(201)
  })
})

describe('the header User-Agent', () => {
  it.each(everyCall)('is asked for by %s', { meta: { rules: ['5-04', '7-05'] } }, async (id, call) => {
    const { token } = await sandbox.partner()
    expect(await sendAs(undefined, id, call, token)).toMatchObject(unauthorized)
    expect(await sendAs(' ', id, call, token)).toMatchObject(unauthorized)
  })

  it.each(['x', 'curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64)', '-'])(
    'may be %j',
    { meta: { rules: ['5-04'] } },
    async (userAgent) => {
      const { token } = await sandbox.partner()
      expect(await sendAs(userAgent, 'createSession', {}, token)).toMatchObject({ status: 200 })
      expect(await sendAs(userAgent, 'createCart', buy, token)).toMatchObject({ status: 201 })
    },
  )
})

describe('the header Content-Type', () => {
  it('is application/json for every body', { meta: { rules: ['5-03'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const withBody = everyCall.filter(([, call]) => call.body !== undefined)
    expect(withBody.map(([id]) => [id, mediaTypesOf(id)])).toEqual(
      withBody.map(([id]) => [id, ['application/json']]),
    )
    expect(withBody.map(([id]) => operationTable[id].method)).toEqual(['post', 'post', 'post', 'put', 'post'])
    const statuses = []
    for (const [id, call] of withBody) {
      const headers = { 'content-type': 'text/plain' }
      statuses.push((await partner.call(id, { ...call, headers })).status)
    }
    expect(statuses).toEqual(withBody.map(() => 415))
  })
})

/** Sends a call with exactly this `User-Agent`, or none. */
function sendAs(
  userAgent: string | undefined,
  operationId: OperationId,
  call: CallOptions,
  token: string,
): Promise<Exchange> {
  const { method, path } = operationTable[operationId]
  const query = operationId === 'checkout' ? { checkout: 'condensed' } : {}
  return sendRaw(sandbox.url, {
    method,
    path: fillPath(path, { ...call, query }),
    operationId,
    headers: [
      ['x-cc-app', 'demo-app'],
      ['authorization', `Bearer ${token}`],
      ...(userAgent === undefined ? [] : [['user-agent', userAgent] as const]),
      ...(call.body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
}

function mediaTypesOf(operationId: OperationId): string[] {
  const { method, path } = operationTable[operationId]
  const operation = openapiDocument.paths[path]?.[method] as { requestBody?: { content: object } } | undefined
  return Object.keys(operation?.requestBody?.content ?? {})
}
