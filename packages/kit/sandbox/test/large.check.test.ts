import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

describe('createSandbox', () => {
  it('starts with 300 operations within seconds of CPU', async () => {
    const seconds: number[] = []
    // The best of three. It is a second on an idle machine, and more on a busy one.
    for (let run = 0; run < 3; run += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        join(import.meta.dirname, 'start-large.ts'),
      ])
      seconds.push(Number(stdout))
    }
    expect(Math.min(...seconds)).toBeLessThan(2)
  }, 60_000)
})
