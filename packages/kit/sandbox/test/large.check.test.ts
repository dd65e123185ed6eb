import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

describe('createSandbox', () => {
  it('starts with 300 operations within a second of CPU', async () => {
    const seconds: number[] = []
    // The best of three: a busy machine only makes it slower.
    for (let run = 0; run < 3; run += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        join(import.meta.dirname, 'start-large.ts'),
      ])
      seconds.push(Number(stdout))
    }
    expect(Math.min(...seconds)).toBeLessThan(1)
  }, 60_000)
})
