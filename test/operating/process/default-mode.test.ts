import { afterEach, describe, expect, it } from 'vitest'
import { control, endProcesses, processTimeout, startProcess } from '@giftcards/test-harness/process'

afterEach(endProcesses)

describe('NODE_ENV', processTimeout, () => {
  it('makes a sandbox where it is not set', { meta: { rules: ['D11-01'] } }, async () => {
    const { url } = await startProcess()
    expect((await control(url, 'getClock')).status).toBe(200)
  })
})
