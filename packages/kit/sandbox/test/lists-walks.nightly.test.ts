import { describe, it } from 'vitest'
import { walkLists } from './walk-lists.ts'

describe('a walk through a list', () => {
  it('for any of many sizes, orders and changes, shows every lasting item once, in order', () =>
    walkLists(500))
})
