import { describe, expect, it } from 'vitest'
import { walkLists } from './walk-lists.ts'

describe('a walk through a list', () => {
  it('for any size, order and changes meanwhile, shows every lasting item once, in order', async () => {
    await expect(walkLists(20)).resolves.toBeUndefined()
  })
})
