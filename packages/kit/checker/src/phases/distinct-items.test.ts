import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { createRig } from '../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../test/one-operation.ts'
import { withDistinctItems } from './distinct-items.ts'

const item = { type: 'object', required: ['sku'], properties: { sku: { type: 'string', minLength: 1, maxLength: 2 }, unit: { enum: ['kg', 'lb'] } } } // prettier-ignore
const list = { type: 'array', items: item }

const schemaOf = async (schema: object) => {
  const rig = await createRig(oneOperation({ requestBody: jsonBody(schema) }, { method: 'post' }))
  const media = rig({ operation: 'act', status: 200 }).case.operation?.body?.media[0]?.schema
  if (media === undefined) throw new Error('There is no schema.')
  return media
}

const skus = (held: Json | undefined): unknown[] => (held as { sku: unknown }[]).map(({ sku }) => sku)

describe('withDistinctItems', () => {
  const same = Array.from({ length: 20 }, () => ({ sku: 'one' }))

  it('replaces repeated items of a list by others of its schema', async () => {
    const made = skus(withDistinctItems(await schemaOf(list), same, () => true))
    expect(made[0]).toBe('one')
    expect(new Set(made).size).toBe(20)
  })

  it('replaces those of a member, too', async () => {
    const schema = await schemaOf({ type: 'object', properties: { items: list } })
    const made = withDistinctItems(schema, { items: same, note: 'kept' }, () => true) as {
      items: Json
      note: Json
    }
    expect(new Set(skus(made.items)).size).toBe(20)
    expect(made.note).toBe('kept')
  })

  it.each<[string, object, Json]>([
    ['items that differ', list, [{ sku: 'one' }, { sku: 'two' }]],
    ['texts', { type: 'array', items: { type: 'string' } }, ['a', 'a']],
    ['the only object that the schema allows', { type: 'array', items: { const: { sku: 'one' } } }, [{ sku: 'one' }, { sku: 'one' }]],
  ])('keeps %s', async (_title, schema, value) => {
    expect(withDistinctItems(await schemaOf(schema), value, () => true)).toEqual(value)
  }) // prettier-ignore

  it('keeps the value if the other one does not fit', async () => {
    expect(withDistinctItems(await schemaOf(list), same, () => false)).toBe(same)
  })
})
