import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { describe } from 'vitest'
import { describeKillsBetweenSteps } from './describe-kills-between-steps.ts'

describe('kills of a process in memory', () => {
  const store = createInMemoryStore()
  describeKillsBetweenSteps(() => store)
})
