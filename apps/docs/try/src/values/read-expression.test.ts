import { describe, expect, it } from 'vitest'
import { readExpression } from './read-expression.ts'

const body = { id: 7, none: null, cards: [{ id: 'a' }, { id: 'b' }, {}], 'x/y': { '~': 1 } }

describe('readExpression', () => {
  it('finds a member', () => {
    expect(readExpression('$response.body#/id', body)).toEqual([7])
  })

  it('finds the later items as well', () => {
    expect(readExpression('$response.body#/cards/0/id', body)).toEqual(['a', 'b'])
    expect(readExpression('$response.body#/cards/1/id', body)).toEqual(['b'])
  })

  it('unescapes the keys of a pointer', () => {
    expect(readExpression('$response.body#/x~1y/~0', body)).toEqual([1])
  })

  it.each(['$response.body#/none', '$response.body#/missing/id', '$request.path.id', 'SAVE10', 5])(
    'finds nothing by %s',
    (expression) => {
      expect(readExpression(expression, body)).toEqual([])
    },
  )

  it('finds nothing in an empty list', () => {
    expect(readExpression('$response.body#/cards/0/id', { cards: [] })).toEqual([])
  })
})
