import { describe, expect, it } from 'vitest'
import type { Json } from '../json-schema/base/json.ts'
import { fitId } from './inputs.ts'
import { loadPaths } from './testing/load-paths.ts'

const fit = async (type: string, value: Json) => {
  const document = await loadPaths({
    '/pets': { get: { parameters: [{ name: 'id', in: 'query', schema: { type } }] } },
  })
  const [operation] = document.operations
  return operation && fitId(operation, { location: 'query', name: 'id' }, value)
}

describe('fitId', () => {
  it('makes a number of digits where one is declared', async () => {
    expect(await fit('integer', '7')).toBe(7)
    expect(await fit('number', '-1.5')).toBe(-1.5)
    expect(await fit('integer', 'a7')).toBe('a7')
  })

  it('makes a text of a number where one is declared', async () => {
    expect(await fit('string', 7)).toBe('7')
    expect(await fit('string', '7')).toBe('7')
  })
})
