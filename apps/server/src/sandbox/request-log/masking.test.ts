import type { Operation } from '@contract-kit/express'
import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { bodyLimit, createMasking, type SeenExchange } from './masking.ts'
import { demoPassword } from '../published-data.ts'
import { mask } from './secrets.ts'
import { isObject } from './shapes.ts'

const sandboxKey = 'examples-sandbox-key'
const maskExchange = createMasking(openapiDocument, [demoPassword, sandboxKey])

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJtYXJrZXRwbGFjZSJ9.c2lnbmF0dXJlLW9mLTY0LWJ5dGVz'
/** Every secret in the fixtures of this repository. */
const secrets = {
  password: demoPassword,
  token,
  sandboxKey,
  cardNumber: '9999300918862957',
  spacedCardNumber: '4111 1111 1111 1111',
  pin: '7305',
  barcode: '9901730518264907',
  accountNumber: '000123456789',
  routingNumber: '021000021',
}

const follow = (value: unknown): Record<string, unknown> => {
  const object = value as Record<string, unknown>
  if (typeof object['$ref'] !== 'string') return object
  const found = object['$ref']
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/')], openapiDocument)
  return follow(found)
}

const operations = Object.entries(openapiDocument.paths as object).flatMap(([path, item]) => {
  const { parameters: shared = [], ...methods } = item as Record<string, object> & { parameters?: unknown[] }
  return Object.entries(methods).map(([method, one]): Operation => {
    const object = one as Record<string, unknown>
    const parameters = [...shared, ...((object['parameters'] ?? []) as unknown[])].map((declared) => {
      const parameter = follow(declared)
      return { in: parameter['in'] as 'path', name: String(parameter['name']), object: parameter }
    })
    const operationId = String(object['operationId'])
    const rest = { mediaTypes: [], requiresBody: false, pointer: '' }
    return { operationId, path, method: method.toUpperCase(), parameters, object, ...rest }
  })
})
const operation = (id: string): Operation => operations.find(({ operationId }) => operationId === id)!

/** The values of the named examples of a body. */
function examplesOf(holder: unknown): readonly unknown[] {
  const content = Object.values((follow(holder)['content'] ?? {}) as Record<string, { examples?: object }>)
  return content.flatMap(({ examples = {} }) => Object.values(examples).map((one) => follow(one)['value']))
}

const toBody = (text: string) => {
  const bytes = Buffer.from(text)
  return { kept: bytes.subarray(0, bodyLimit), bytes: bytes.length }
}

function see(id: string | undefined, more: Partial<SeenExchange> = {}): SeenExchange {
  const known = id === undefined ? undefined : operation(id)
  return {
    operation: known,
    path: known?.path ?? '/v3/nowhere',
    query: '',
    status: 200,
    app: 'demo-app',
    request: { headers: [], body: undefined },
    response: { headers: [], body: undefined },
    ...more,
  }
}

const sent = (id: string | undefined, body: unknown, headers: SeenExchange['request']['headers'] = []) =>
  see(id, {
    request: { headers, body: toBody(typeof body === 'string' ? body : JSON.stringify(body)) },
  })

const path = (id: string | undefined, sentPath: string): string =>
  maskExchange(see(id, { path: sentPath })).path

const textSent = (id: string, body: unknown): unknown => {
  const shown = maskExchange(sent(id, body)).request.body
  return shown?.isJson === true ? JSON.parse(shown.text) : shown?.text
}

/** Every way to put a secret into a JSON value: as a value, as a name, as an extra member. */
function* plant(value: unknown, secret: string): Generator {
  yield secret
  if (/^\d{9,}$/.test(secret)) yield Number(secret)
  yield [secret]
  yield { unforeseen: { [secret]: secret } }
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const one of plant(item, secret)) yield value.toSpliced(index, 1, one)
  if (!isObject(value)) return
  yield { ...value, [secret]: 1 }
  yield { ...value, unforeseen: secret }
  yield { ...value, pinCode: [{ note: secret }] }
  for (const [name, member] of Object.entries(value))
    for (const one of plant(member, secret)) yield { ...value, [name]: one }
}

const reads = (text: string, secret: string): boolean =>
  secret.length > 6 ? text.includes(secret) : new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)

describe('masked exchanges', () => {
  it.each(Object.entries(secrets))('of every example show no %s, wherever it stands', (_name, secret) => {
    const leaks: unknown[] = []
    let count = 0
    const judge = (seen: SeenExchange, where: unknown): void => {
      count += 1
      const shown = maskExchange(seen)
      if (reads(JSON.stringify(shown), secret)) leaks.push({ where, shown })
    }
    for (const { operationId, path: template, parameters, object } of operations) {
      for (const example of [...examplesOf(object['requestBody'] ?? {}).slice(0, 2), {}])
        for (const body of plant(example, secret)) judge(sent(operationId, body), body)
      for (const [status, response] of Object.entries(object['responses'] as object))
        // The other examples of a status have the same shape.
        for (const example of examplesOf(response).slice(0, 1))
          for (const body of plant(example, secret)) {
            const received = { headers: [], body: toBody(JSON.stringify(body)) }
            judge(see(operationId, { status: Number(status), response: received }), body)
          }
      for (const { in: place, name, object: parameter } of parameters) {
        // A PIN sent as the id of a card looks like an id.
        if (secret === secrets.pin && (parameter['schema'] as { type?: string }).type === 'integer') continue
        if (place === 'path') judge(see(operationId, { path: template.replace(`{${name}}`, secret) }), name)
        if (place === 'query')
          judge(see(operationId, { query: `${name}=${encodeURIComponent(secret)}` }), name)
        if (place === 'header' && name !== 'x-request-id')
          judge(sent(operationId, {}, [[name.toLowerCase(), secret]]), name)
      }
      judge(
        see(operationId, { query: `a=${encodeURIComponent(secret)}&${encodeURIComponent(secret)}=b` }),
        '?',
      )
      judge(see(undefined, { path: `/v3/${encodeURIComponent(secret)}` }), template)
      for (const name of ['cookie', 'x-anything', 'x-cc-app', 'x-sandbox-key', 'referer', 'user-agent'])
        judge(sent(operationId, {}, [[name, secret]]), name)
      for (const value of [secret, `Bearer ${secret}`, `Basic ${secret}`])
        judge(sent(operationId, {}, [['authorization', value]]), value)
      for (const text of [`{"a": "${secret}"`, secret, `'${secret}`, `a=${secret}&b=1`, `<a>${secret}</a>`])
        judge(sent(operationId, text), text)
      const long = JSON.stringify({ a: secret, b: 'x'.repeat(bodyLimit), c: secret })
      judge(sent(operationId, long), 'a long body')
    }
    expect(leaks.slice(0, 5)).toStrictEqual([])
    expect(count).toBeGreaterThan(2000)
  })

  it('show an example, except for its marked values', () => {
    const cards = [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 }]
    const address = { firstname: 'Erin', lastname: 'Elm', street: '12 Harbor Street', city: 'Portland' }
    const checkout = {
      cards,
      payment: { method: 'ACH', details: { id: 7001 } },
      shippingDetails: { ...address, state: 'OR', postcode: '97201' },
      couponCode: 'SAVE10',
    }
    expect(textSent('checkout', checkout)).toStrictEqual(checkout)
    expect(textSent('login', { customer: { email: 'elite@example.com', password: 'pw' } })).toStrictEqual({
      customer: { email: 'elite@example.com', password: mask },
    })
  })

  it('show no value that the contract does not declare, or that does not fit', () => {
    const body = {
      action: 'sell',
      faceValue: 25,
      isDraft: true,
      note: null,
      empty: '',
      list: [1, 'a', { b: 2 }],
      'with 4 digits': 1,
    }
    expect(textSent('createCart', body)).toStrictEqual({
      action: mask,
      faceValue: mask,
      isDraft: true,
      note: null,
      empty: '',
      list: [mask, mask, { b: mask }],
      [mask]: mask,
    })
    expect(textSent('adjustCardQuantity', { qty: '1' })).toStrictEqual({ qty: mask })
  })

  it('mask a secret that is repeated elsewhere in the exchange', () => {
    const password = 'a quiet harbor'
    const body = { customer: { email: `${password}@example.com`, password } }
    const shown = maskExchange({
      ...sent('login', body, [['user-agent', `agent of ${password}`]]),
      status: 400,
      response: { headers: [], body: toBody(JSON.stringify({ message: [`${password} is not known`] })) },
    })
    expect(JSON.stringify(shown)).not.toContain('harbor')
  })

  it('keep the structure of text that is not JSON', () => {
    expect(
      maskExchange(sent('login', `{"customer": {"email": 'me', "password": "pw",}, true`)).request.body,
    ).toStrictEqual({
      bytes: 53,
      isJson: false,
      isCut: false,
      text: `{"customer": {"email": ***, "password": "***",}, true`,
    })
  })

  it('cut a long body, and say how long it was', () => {
    const cards = Array.from({ length: 500 }, () => ({ merchantId: 101, faceValue: 50, quantity: 1 }))
    const bytes = JSON.stringify({ cards }).length
    const long = maskExchange(sent('checkout', { cards })).request.body
    expect(long).toMatchObject({ bytes, isJson: false, isCut: true })
    expect(long?.text.slice(0, 40)).toBe('{"cards":[{"merchantId":***,"faceValue":')
    expect(long?.text.length).toBeLessThanOrEqual(bodyLimit)
    // Short as sent, long when masked.
    const dense = maskExchange(sent('checkout', { cards: Array.from({ length: 8000 }, () => 1) })).request
      .body
    expect(dense).toMatchObject({ bytes: 16_011, isJson: false, isCut: true })
    expect(dense?.text).toHaveLength(bodyLimit)
  })

  it('are no deeper than the stack allows', () => {
    const deep = '['.repeat(8000) + ']'.repeat(8000)
    expect(maskExchange(sent('createCart', deep)).request.body).toMatchObject({ isJson: true, bytes: 16_000 })
  })

  it('show the ids in a path, and name masked segments', () => {
    const id = '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18'
    expect(path('applyCoupon', `/v3/carts/${id}/coupons/SAVE10`)).toBe(`/v3/carts/${id}/coupons/SAVE10`)
    expect(path('applyCoupon', `/v3/carts/${id}/coupons/${token}`)).toBe(
      `/v3/carts/${id}/coupons/{couponCode}`,
    )
    expect(path('getWalletCard', '/v3/wallets/9999300918862957')).toBe('/v3/wallets/{cardId}')
    expect(path(undefined, '/v3/nowhere/4111111111111111')).toBe('/v3/nowhere/{segment}')
    expect(path(undefined, '/1'.repeat(8000))).toHaveLength(16_384)
    expect(maskExchange(see('createSession'))).toMatchObject({
      request: { body: null },
      response: { body: null },
    })
  })

  it('show the headers without secrets', () => {
    const { headers } = maskExchange(
      sent('checkout', {}, [
        ['authorization', `Bearer ${token}`],
        ['x-cc-app', 'demo-app'],
        ['idempotency-key', '6a1e0c52-93f7-4d28-b0c4-5e8f7a2d1b36'],
        ['user-agent', 'partner-shop/1.4'],
        ['x-forwarded-for', '203.0.113.7'],
      ]),
    ).request
    expect(headers.map(({ name, value }) => `${name}: ${value}`)).toStrictEqual([
      'authorization: Bearer ***',
      'x-cc-app: demo-app',
      'idempotency-key: 6a1e0c52-93f7-4d28-b0c4-5e8f7a2d1b36',
      'user-agent: partner-shop/1.4',
      'x-forwarded-for: ***',
    ])
    const { response } = maskExchange(
      see('login', {
        response: {
          headers: [
            ['authorization', token],
            ['x-token-exp-seconds', '3600'],
            ['content-security-policy', "default-src 'none'"],
          ],
          body: undefined,
        },
      }),
    )
    expect(response.headers.map(({ name, value }) => `${name}: ${value}`)).toStrictEqual([
      'authorization: ***',
      'x-token-exp-seconds: 3600',
    ])
  })

  it('show the declared query', () => {
    expect(
      maskExchange(see('checkout', { query: 'checkout=condensed&page=2&checkout=other' })).query,
    ).toStrictEqual([
      { name: 'checkout', value: 'condensed' },
      { name: 'page', value: mask },
      { name: 'checkout', value: mask },
    ])
  })
})
