import { describe, expect, it } from 'vitest'
import { findBrokenPointers } from './find-broken-pointers.ts'

const document = { components: { schemas: { Cart: { type: 'object' } } } }

const sectionOf = (where: string[] | { server: string }) => [
  { section: '1', title: 'One', rules: [{ id: '1-01', section: '1', statement: 'It holds.', where }] },
]

describe('findBrokenPointers', () => {
  it('accepts what the contract has', () => {
    expect(findBrokenPointers(sectionOf(['#/components/schemas/Cart']), document)).toEqual([])
  })

  it('accepts a row that only the server shows', () => {
    expect(findBrokenPointers(sectionOf({ server: 'a clock' }), document)).toEqual([])
  })

  it('reports a pointer that leads nowhere', () => {
    expect(findBrokenPointers(sectionOf(['#/components/schemas/Order']), document)).toEqual([
      'Row 1-01 points at #/components/schemas/Order, which the contract does not have.',
    ])
  })
})
