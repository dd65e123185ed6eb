import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

describe('createSandbox', () => {
  it('starts with 300 operations in a few times the CPU of reading them', async () => {
    const program = join(import.meta.dirname, 'start-large.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    // About 1.5. To compile each operation before it is called takes more than 100.
    expect(Number(stdout)).toBeLessThan(6)
  })
})
