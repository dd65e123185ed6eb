import { openSqliteStore } from '@giftcards/storage'
import { describe } from 'vitest'
import { describeKillsBetweenSteps } from './describe-kills-between-steps.ts'

const store = await openSqliteStore({ location: ':memory:', mode: 'sandbox' })

describe('kills of a process in memory', () => {
  describeKillsBetweenSteps(() => store)
})
