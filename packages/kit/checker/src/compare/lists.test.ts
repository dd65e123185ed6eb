import { describe, expect, it } from 'vitest'
import { createRig } from '../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../test/one-operation.ts'
import { isNarrowed } from './lists.ts'

const narrows = async (name: string, schema: object, query = {}) => {
  const list = jsonResponse({ type: 'array', items: { type: 'object', properties: { id: {} } } })
  const exchange = await createRig(
    oneOperation({ parameters: [{ name, in: 'query', schema }], responses: { 200: list } }),
  )
  return isNarrowed(exchange({ operation: 'act', query, status: 200, json: [] }))
}

describe('isNarrowed', () => {
  it('knows a filter that was sent', async () => {
    expect(await narrows('kind', {}, { kind: 'cat' })).toBe(true)
    expect(await narrows('kind', {})).toBe(false)
  })

  it('knows a filter that applies by default', async () => {
    expect(await narrows('archived', { type: 'boolean', default: false })).toBe(true)
  })

  it.each(['limit', 'offset', 'sort', 'order_by', 'fields', 'locale'])(
    'knows that %s is no filter',
    async (name) => {
      expect(await narrows(name, { default: 'x' }, { [name]: 'x' })).toBe(false)
    },
  )
})
