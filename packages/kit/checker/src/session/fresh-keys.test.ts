import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../test/create-exchange.ts'
import { FreshKeys } from './fresh-keys.ts'

const rigOf = (schema: object = { type: 'string' }) =>
  createRig({
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema }],
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 201: { description: 'made' } },
        },
      },
    },
  })
const rig = await rigOf()
const order: ExchangeDraft = {
  operation: 'createOrder',
  header: { 'Idempotency-Key': 'k' },
  body: 1,
  status: 201,
}

const keyOf = ({ request: { headers } }: ReturnType<FreshKeys['renew']>): string | undefined =>
  headers.find(([name]) => name === 'idempotency-key')?.[1]

/** The keys of requests that a run sends one after another. */
const keysOf = (drafts: readonly ExchangeDraft[], seed = 1): readonly (string | undefined)[] => {
  const keys = new FreshKeys(seed)
  return drafts.map((draft) => keyOf(keys.renew(rig(draft).case)))
}

describe('FreshKeys', () => {
  it('gives each request a key of its own, the same one too', () => {
    const keys = keysOf([order, order, { ...order, body: 2 }])
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })

  it('gives the same requests the same keys in any order', () => {
    const other = { ...order, body: 2 }
    expect(new Set(keysOf([order, other, order]))).toEqual(new Set(keysOf([order, order, other])))
    expect(keysOf([order])).not.toEqual(keysOf([order], 2))
  })

  it('writes the key to the values, too', () => {
    const { values, request } = new FreshKeys(1).renew(rig(order).case)
    expect(values?.header['Idempotency-Key']).toBe(keyOf({ ...rig(order).case, request }))
  })

  it('gives a key that the schema allows', async () => {
    const short = await rigOf({ type: 'string', pattern: '^k-[0-9]{4}$' })
    expect(keyOf(new FreshKeys(1).renew(short(order).case))).toMatch(/^k-\d{4}$/)
  })

  it.each<[string, ExchangeDraft]>([
    ['tests the key', { ...order, target: { location: 'header', name: 'Idempotency-Key' } }],
    ['has none', { ...order, header: {} }],
  ])('leaves a request alone that %s', (_title, draft) => {
    const sent = rig(draft).case
    expect(new FreshKeys(1).renew(sent)).toBe(sent)
  })

  it('leaves a request alone that must keep its key', () => {
    const sent = { ...rig(order).case, keepsKey: true }
    expect(new FreshKeys(1).renew(sent)).toBe(sent)
  })
})
