import { createHmac } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  checkContract,
  type CheckContractOptions,
  ConfigurationError,
  type CustomSequence,
  defineSequence,
} from '../src/index.ts'

const root = new URL('../', import.meta.url)
const order = {
  type: 'object',
  required: ['item', 'cents'],
  properties: { item: { type: 'string', minLength: 1 }, cents: { type: 'integer', minimum: 1 } },
}
const shown = {
  type: 'object',
  required: ['id', 'refunds'],
  properties: { id: { type: 'string' }, refunds: { type: 'integer' } },
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const responses = {
  201: { description: 'Made.', ...json(shown) },
  400: { description: 'Invalid.' },
  404: { description: 'There is no such order.' },
  409: { description: 'It was refunded before.' },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: { operationId: 'createOrder', requestBody: { required: true, ...json(order) }, responses },
    },
    '/orders/{orderId}/refund': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
      post: { operationId: 'refundOrder', responses },
    },
  },
}

/** Orders that can be refunded, also twice if `isLax`. */
const createOrders = (isLax: boolean, log: Request[] = []) => {
  const refunds = new Map<string, number>()
  return async (request: Request): Promise<Response> => {
    log.push(request)
    const [, , id = '', action] = new URL(request.url).pathname.split('/')
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    if (action === undefined) {
      const made = `order-${refunds.size + 1}`
      refunds.set(made, 0)
      return Response.json({ id: made, refunds: 0, sent: (await request.text()).length }, { status: 201 })
    }
    const before = refunds.get(id)
    if (before === undefined) return new Response(null, { status: 404 })
    if (before > 0 && !isLax) return new Response(null, { status: 409 })
    refunds.set(id, before + 1)
    return Response.json({ id, refunds: before + 1 }, { status: 201 })
  }
}

const check = (sequences: readonly CustomSequence[], options: Partial<CheckContractOptions> = {}) =>
  checkContract({
    document,
    fetch: createOrders(false),
    phases: ['stateful'],
    strictResponses: false,
    sequences,
    ...options,
  })

const refundOnce = defineSequence({
  id: 'refund-once',
  title: 'Order is refunded twice',
  severity: 'critical',
  operationId: 'refundOrder',
  run: async ({ call }) => {
    await call('createOrder', { body: { item: 'book', cents: 1200 } })
    await call('refundOrder')
    const second = await call('refundOrder', { mayBeRejected: true })
    return second.status < 300 ? 'refundOrder refunds an order that it refunded before.' : undefined
  },
})
const keysOf = async (...parameters: Parameters<typeof check>) =>
  (await check(...parameters)).findings.map(({ check: id, operationId }) => `${id} ${operationId}`)

describe('sequences', () => {
  it('report what they say, with every request', async () => {
    const { findings } = await check([refundOnce], { fetch: createOrders(true) })
    expect(findings).toMatchObject([
      {
        check: 'refund-once',
        title: 'Order is refunded twice',
        severity: 'critical',
        operationId: 'refundOrder',
        message: 'refundOrder refunds an order that it refunded before.',
        phase: 'stateful',
      },
    ])
    expect(findings[0]?.reproduce.earlier.map(({ request }) => request.method)).toEqual(['POST', 'POST'])
    expect(findings[0]?.reproduce.script).toContain('jq')
  })

  it('report nothing of a server that does what they say', async () => {
    expect(await keysOf([refundOnce])).toEqual([])
  })

  it('are turned off by their ids', async () => {
    expect(await keysOf([refundOnce], { fetch: createOrders(true), disableChecks: ['refund-once'] })).toEqual(
      [],
    )
  })

  it('end early where a request gets no response', async () => {
    const orders = createOrders(true)
    const fetch = (request: Request) =>
      request.method === 'POST' ? Promise.reject(new TypeError('gone')) : orders(request)
    const found = await keysOf([refundOnce], { fetch })
    expect(found.filter((key) => key.startsWith('refund-once'))).toEqual([])
  })

  it.each<[string, readonly CustomSequence[], string]>([
    ['an operation that there is not', [{ ...refundOnce, operationId: 'refundOrders' }], 'refundOrder'],
    ['an id that is taken', [{ ...refundOnce, id: 'timeout' }], 'A check timeout already exists'],
    ['an id given twice', [refundOnce, refundOnce], 'A check refund-once already exists'],
    ['a call of an operation that there is not', [{ ...refundOnce, run: async ({ call }) => void (await call('x')) }], 'no operation x'], // prettier-ignore
    ['a sequence that throws', [{ ...refundOnce, run: () => Promise.reject(new Error('no money')) }], 'The sequence refund-once failed: no money'], // prettier-ignore
    ['a sequence that returns no text', [{ ...refundOnce, run: () => Promise.resolve(1 as never) }], 'a sentence or nothing'], // prettier-ignore
  ])('reject %s', async (_what, sequences, message) => {
    await expect(check(sequences)).rejects.toThrow(ConfigurationError)
    await expect(check(sequences)).rejects.toThrow(message)
  })
})

describe('beforeRequest', () => {
  it('adds and replaces headers of every request', async () => {
    const log: Request[] = []
    await check([refundOnce], {
      fetch: createOrders(false, log),
      beforeRequest: ({ operationId }) => ({
        'X-Signature': `for ${operationId}`,
        accept: 'application/json',
      }),
    })
    const calls = log.filter(({ method }) => method === 'POST')
    expect(calls.length).toBeGreaterThan(2)
    for (const { url, headers } of calls) {
      expect(headers.get('x-signature')).toBe(url.endsWith('/refund') ? 'for refundOrder' : 'for createOrder')
      expect(headers.get('accept')).toBe('application/json')
    }
  })

  it('ends the run with its message if it throws', async () => {
    const failing = { beforeRequest: () => Promise.reject(new Error('no key')) }
    await expect(check([], failing)).rejects.toThrow('The beforeRequest hook failed: no key')
  })
})

describe('docs/your-own-checks.md', () => {
  it('has a sequence and a hook that work as it says', async () => {
    const readme = await readFile(new URL('docs/your-own-checks.md', root), 'utf8')
    const blocks = Array.from(readme.matchAll(/^```js\n([^]*?)^```$/gm), ([, text = '']) => text)
    const code = blocks.filter((text) => /defineSequence|createHmac/.test(text)).join('\n')
    const folder = new URL('.results/readme-sequence/', root)
    await mkdir(folder, { recursive: true })
    await writeFile(new URL('hooks.ts', folder), `// @ts-nocheck\n${code}`)
    process.env['SIGNING_KEY'] = 'secret'
    const { refundOnce: sequence, beforeRequest } = (await import(new URL('hooks.ts', folder).href)) as {
      readonly refundOnce: CustomSequence
      readonly beforeRequest: NonNullable<CheckContractOptions['beforeRequest']>
    }
    const log: Request[] = []
    const found = await keysOf([sequence], { fetch: createOrders(true, log), beforeRequest })
    expect(found).toEqual(['refund-once refundOrder'])
    const refund = log.find(({ url }) => url.endsWith('/refund'))
    const { pathname = '' } = URL.parse(refund?.url ?? '') ?? {}
    const digest = createHmac('sha256', 'secret').update(`POST ${pathname} `).digest('hex')
    expect(refund?.headers.get('x-signature')).toBe(digest)
  })
})
