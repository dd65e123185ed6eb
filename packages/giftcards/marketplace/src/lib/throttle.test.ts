import { expect, it } from 'vitest'
import { readThrottle } from './throttle.ts'

it('waits until fewer attempts than the quota are in the window', async () => {
  const now = 1_000_000
  const times = [now - 50_000, now - 40_000, now - 30_000, now - 20_000]
  const throttle = { name: 'tries', quota: 3, windowMs: 60_000 }
  const left = await readThrottle({ listAttempts: async () => times }, throttle, 'subject', now)
  expect(left).toStrictEqual({ count: 0, seconds: 20 })
})
