import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../samples/audit-generated-books.ts')

async function audit(orders: number) {
  const given = ['--expose-gc', program, String(orders)]
  const { stdout } = await promisify(execFile)(process.execPath, given)
  return JSON.parse(stdout) as { readonly broken: readonly string[]; readonly peakBytes: number }
}

describe('checkBooks', () => {
  it('needs no more memory for ten times the orders', async () => {
    const [few, many] = [await audit(10_000), await audit(100_000)]
    expect([few.broken, many.broken]).toEqual([[], []])
    // An entry for each order or card would take ten times as much.
    expect(many.peakBytes - few.peakBytes).toBeLessThan(1_000_000)
  })
})
