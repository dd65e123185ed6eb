import { describe, expect, it } from 'vitest'
import { walkLists } from './walk-lists.ts'

describe('a walk through a list', () => {
  it('for any of many sizes, orders and changes, shows every lasting item once, in order', async () => {
    await expect(walkLists(500)).resolves.toBeUndefined()
  })
})
