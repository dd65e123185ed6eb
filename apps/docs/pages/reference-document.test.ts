import { describe, expect, it } from 'vitest'
import { withNamesShown } from './reference-document.ts'

describe('withNamesShown', () => {
  it('begins the description of each operation with its name', () => {
    const document = {
      info: { title: 'T' },
      paths: { '/a': { parameters: [{ name: 'p' }], get: { operationId: 'getA', description: 'Gets.' } } },
    }
    expect(withNamesShown(document)).toStrictEqual({
      info: { title: 'T' },
      paths: {
        '/a': { parameters: [{ name: 'p' }], get: { operationId: 'getA', description: '`getA` — Gets.' } },
      },
    })
  })
})
