import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { CheckContractOptions } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/lib/run/check-options.ts'

type RunOptions = Pick<CheckContractOptions, 'seed' | 'phases'> & { readonly operations: number }

const script = fileURLToPath(new URL('log-run.ts', import.meta.url))

/** The request log of a run in a process of its own. */
const logOf = async (options: RunOptions): Promise<string> => {
  const given = JSON.stringify({ cases: 12, ...options })
  const { stdout } = await promisify(execFile)(process.execPath, [script, given], { maxBuffer: 2 ** 26 })
  return stdout
}

/** What stands for a whole log; its length, so that two empty logs are not taken for agreement. */
const digestOf = (log: string) => ({
  requests: log.split('\n').length,
  sha256: createHash('sha256').update(log).digest('hex'),
})

/** The requests of a log by operation, each with its place among those of the same operation. */
const byOperation = (log: string): Map<string | null, RequestLogEntry[]> =>
  Map.groupBy(log.split('\n').map((line) => JSON.parse(line) as RequestLogEntry), ({ operationId }) => operationId) // prettier-ignore

const PATIENCE = 60_000

describe('checkContract', () => {
  it('sends the same requests in two processes', { timeout: PATIENCE }, async () => {
    const [first, second] = await Promise.all([
      logOf({ operations: 15, seed: 7 }),
      logOf({ operations: 15, seed: 7 }),
    ])
    expect(digestOf(second)).toStrictEqual(digestOf(first))
    expect(digestOf(first).requests).toBeGreaterThan(500)
  })

  it('sends other requests under another seed', { timeout: PATIENCE }, async () => {
    const [first, second] = await Promise.all([
      logOf({ operations: 5, seed: 7 }),
      logOf({ operations: 5, seed: 8 }),
    ])
    expect(digestOf(second).sha256).not.toBe(digestOf(first).sha256)
  })

  it('repeats any choice of phases in another process', { timeout: PATIENCE }, async () => {
    const options = { operations: 10, seed: 7, phases: ['stateful', 'fuzz'] } as const
    const [first, second] = await Promise.all([logOf(options), logOf(options)])
    expect(digestOf(second)).toStrictEqual(digestOf(first))
    expect(new Set([...byOperation(first).values()].flat().map(({ phase }) => phase))).toStrictEqual(
      new Set(['stateful', 'fuzz']),
    )
  })

  it('keeps to its requests when operations are added', { timeout: PATIENCE }, async () => {
    const phases = ['fuzz'] as const
    const [few, many] = await Promise.all([
      logOf({ operations: 15, seed: 7, phases }),
      logOf({ operations: 45, seed: 7, phases }),
    ])
    const after = byOperation(many)
    const before = [...byOperation(few)].filter(([operationId]) => operationId !== null)
    expect(before.map(([operationId]) => [operationId, after.get(operationId)])).toStrictEqual(before)
    expect(before).toHaveLength(15)
  })
})
