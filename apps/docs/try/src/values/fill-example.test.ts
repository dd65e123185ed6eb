import { describe, expect, it } from 'vitest'
import { fieldNamed, operations, requestExample } from '../contract/operations.fixture.ts'
import { fillExample } from './fill-example.ts'

const example = requestExample('checkout', 'drawdownCart')

describe('fillExample', () => {
  it('puts in the newest cart', () => {
    const remembered = { [fieldNamed('addCards', 'cartId').identity]: ['newest', 'older'] }
    expect(fillExample(example, operations, remembered)).toEqual({ ...Object(example), cartId: 'newest' })
  })

  it('keeps the example until there is one', () => {
    expect(fillExample(example, operations, {})).toEqual(example)
  })

  it('touches no name that means two things', () => {
    const remembered = { [fieldNamed('removeCard', 'cardId').identity]: ['x'] }
    expect(fillExample({ cardId: 'y' }, operations, remembered)).toEqual({ cardId: 'y' })
  })
})
