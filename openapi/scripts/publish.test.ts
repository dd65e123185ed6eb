import { describe, expect, it } from 'vitest'
import { toPublished, withExamplesInPlace } from './publish.ts'

describe('toPublished', () => {
  it('drops x-source and x-request at every depth', () => {
    const document = { 'x-source': 'decision', list: [{ 'x-request': {}, kept: 1 }], 'x-access': 'none' }
    expect(toPublished(document)).toEqual({ list: [{ kept: 1 }], 'x-access': 'none' })
  })
})

describe('withExamplesInPlace', () => {
  it('replaces references to examples by the examples', () => {
    const document = {
      paths: { examples: { full: { $ref: '#/components/examples/full-2' } } },
      components: {
        examples: { 'full-2': { value: 2 } },
        schemas: { A: { $ref: '#/components/schemas/B' } },
      },
    }
    expect(withExamplesInPlace(document)).toEqual({
      paths: { examples: { full: { value: 2 } } },
      components: { schemas: { A: { $ref: '#/components/schemas/B' } } },
    })
  })
})
