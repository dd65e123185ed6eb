import { describe, expect, it } from 'vitest'
import { resolveReferences } from './resolve-references.ts'

const document = {
  components: {
    schemas: {
      Card: { type: 'object', id: { $ref: '#/components/schemas/a~1b' } },
      'a/b': { type: 'integer' },
    },
  },
}

describe('resolveReferences', () => {
  it('replaces references, within lists and within what is referred to', () => {
    expect(resolveReferences([{ $ref: '#/components/schemas/Card' }, null, 1], document)).toStrictEqual([
      { type: 'object', id: { type: 'integer' } },
      null,
      1,
    ])
  })

  it('refuses a reference to nothing', () => {
    expect(() => resolveReferences({ $ref: '#/components/schemas/Cart' }, document)).toThrow(
      'The document has no #/components/schemas/Cart',
    )
  })
})
