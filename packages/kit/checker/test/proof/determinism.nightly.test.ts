import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckContractOptions } from '../../src/index.ts'
import type { RequestLogEntry } from '../../src/core/check-options.ts'
import { defects, type ServerDefect, serverOf, servers } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'
import { missed, nameOf } from './missed.ts'

type RunOptions = Pick<CheckContractOptions, 'seed' | 'phases' | 'cases'> & {
  readonly operations?: number
  readonly server?: string
}
type Log = readonly RequestLogEntry[]

const script = fileURLToPath(new URL('log-run.ts', import.meta.url))

/** The request logs of runs that follow each other in a process of their own. */
const logsOf = async (...runs: readonly RunOptions[]): Promise<readonly Log[]> => {
  const given = JSON.stringify(runs.map((options) => ({ cases: 12, ...options })))
  const { stdout } = await promisify(execFile)(process.execPath, [script, given], { maxBuffer: 2 ** 28 })
  return JSON.parse(stdout) as readonly Log[]
}

/** The digest of a whole log, with its length, so that two empty logs do not count as agreement. */
const digestOf = (log: Log | undefined) => ({
  requests: log?.length,
  sha256: createHash('sha256').update(JSON.stringify(log)).digest('hex'),
})

/** The requests of a log by operation, each with its place among those of the same operation. */
const byOperation = (log: Log | undefined): Map<string | null, RequestLogEntry[]> =>
  Map.groupBy(log ?? [], ({ operationId }) => operationId)

/** The keys of all that is found on a server that is never reset: one that is has one worker alone. */
const keysOn = async (
  id: string,
  deviation: string | undefined,
  workers: number,
): Promise<readonly string[]> => {
  const { findings } = await checkServer(serverOf(id), deviation, { cases: 2, workers })
  return findings.flatMap(({ places }) => places.map(({ key }) => key)).toSorted()
}

const serverIds = [...servers.keys()]

const whole: RunOptions = { operations: 15, seed: 7 }
const chosen: RunOptions = { operations: 10, seed: 7, phases: ['stateful', 'fuzz'] }
const few: RunOptions = { operations: 15, seed: 7, phases: ['fuzz'] }
const many: RunOptions = { ...few, operations: 45 }

/** Whether a fault is one of the first or last item alone, which depends on the order. */
const isOrdered = ({ id }: Pick<ServerDefect, 'id'>): boolean => /\b(first|last|newest)\b/.test(id)

describe('checkContract', () => {
  let first: readonly Log[] = []
  let second: readonly Log[] = []
  // The second process runs in the opposite order: after another seed, and other choices, on the same document.
  beforeAll(async () => {
    ;[first, second] = await Promise.all([
      logsOf(whole, chosen, many),
      logsOf({ ...whole, seed: 8 }, few, chosen, whole),
    ])
  })

  it('sends the same requests in two processes, whatever each did before', () => {
    expect(digestOf(second[3])).toStrictEqual(digestOf(first[0]))
    expect(first[0]?.length).toBeGreaterThan(500)
  })

  it('sends other requests under another seed', () => {
    expect(digestOf(second[0]).sha256).not.toBe(digestOf(first[0]).sha256)
  })

  it('repeats any choice of phases in another process', () => {
    expect(digestOf(second[2])).toStrictEqual(digestOf(first[1]))
    expect(new Set(first[1]?.map(({ phase }) => phase))).toStrictEqual(new Set(['stateful', 'fuzz']))
  })

  it('keeps to its requests when operations are added', () => {
    const after = byOperation(first[2])
    const before = [...byOperation(second[1])].filter(([operationId]) => operationId !== null)
    expect(before.map(([operationId]) => [operationId, after.get(operationId)])).toStrictEqual(before)
    expect(before).toHaveLength(15)
  })

  describe('on every server', () => {
    let logs: readonly (readonly Log[])[] = []
    beforeAll(async () => {
      const runs = serverIds.map((server): RunOptions => ({ server, seed: 3, cases: 2 }))
      const [forwards, backwards] = await Promise.all([logsOf(...runs), logsOf(...runs.toReversed())])
      logs = [forwards ?? [], backwards?.toReversed() ?? []]
    })

    it.each(serverIds)('sends the same bytes to %s in two processes', (id) => {
      const index = serverIds.indexOf(id)
      expect(digestOf(logs[1]?.[index])).toStrictEqual(digestOf(logs[0]?.[index]))
      expect(logs[0]?.[index]?.length).toBeGreaterThan(500)
    })
  })

  // An accepted invalid value shows wherever it is read next. That depends on the order, so no such fault is used.
  it.each(serverIds)('finds the same on %s with eight workers', async (id) => {
    const faults = defects.filter(
      (fault) =>
        fault.server === id &&
        fault.settings === undefined &&
        !isOrdered(fault) &&
        !missed.has(nameOf(fault)),
    )
    const deviations = [undefined, ...[1, 2].map((third) => faults.at((third * faults.length) / 3)?.id)]
    const alone = await Promise.all(deviations.map((deviation) => keysOn(id, deviation, 1)))
    expect(await Promise.all(deviations.map((deviation) => keysOn(id, deviation, 8)))).toStrictEqual(alone)
    expect(alone[0]).toStrictEqual([])
    expect(alone.flat()).not.toStrictEqual([])
  })
})
