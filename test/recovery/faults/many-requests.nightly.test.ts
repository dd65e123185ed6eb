import { checkContract, type CheckResult } from '@contract-kit/checker'
import { describe, expect, it, onTestFinished } from 'vitest'
import { policies, sandboxOptions } from '@giftcards/test-harness/contract'
import { createDatabaseFile } from './database-file.ts'
import { type CheckFigures, judgeCheck, reportProgress, writePart } from './figures.ts'
import { startUnthrottledServer } from './start-unthrottled-server.ts'

/** Fuzz cases per operation. With all other requests, each seed sends about thirteen thousand requests. */
const cases = 900
const step = 5000

const expired = [
  { statuses: [400], reason: 'hours pass between the requests, and secure data is shown for a day' },
]

const wanted = 100_000
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a server on SQLite', () => {
  it(`keeps its contract in ${wanted} requests`, async () => {
    const server = await startUnthrottledServer(createDatabaseFile())
    onTestFinished(() => server.close())
    const figures = createFigures()
    for (const seed of seeds) {
      const result = await checkContract({
        ...sandboxOptions(server),
        policies: { ...policies, getSecureData: expired },
        seed,
        cases,
        onRequest({ status }) {
          figures.count(status)
          const { requests } = figures.seen
          if (requests % step === 0) reportProgress('requests', requests, wanted, `seed ${seed}`)
        },
      })
      figures.add(result)
      writePart('requests', figures.seen)
      expect.soft(toSentences(result)).toStrictEqual([])
    }
    expect(judgeCheck(figures.seen)).toStrictEqual([])
  })
})

function createFigures() {
  let seen: CheckFigures = {
    wanted,
    requests: 0,
    seeds: [],
    answers: { '2xx': 0, '4xx': 0, '5xx': 0, none: 0 },
    throttled: 0,
    operations: { reached: Number.POSITIVE_INFINITY, total: 0 },
    findings: 0,
  }
  return {
    get seen() {
      return seen
    },
    count(status: number): void {
      const { requests, answers, throttled } = seen
      const kind = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
      seen = {
        ...seen,
        requests: requests + 1,
        answers: { ...answers, [kind]: (answers[kind] ?? 0) + 1 },
        throttled: throttled + (status === 429 ? 1 : 0),
      }
    },
    add({ seed, coverage, findings }: CheckResult): void {
      const { reached, total } = coverage.operations
      seen = {
        ...seen,
        seeds: [...seen.seeds, seed],
        operations: { reached: Math.min(seen.operations.reached, reached), total },
        findings: seen.findings + findings.length,
      }
    },
  }
}

function toSentences({ seed, findings }: CheckResult): readonly string[] {
  return findings.map(
    ({ check, operationId, message, reproduce }) =>
      `${check} on ${operationId}: ${message}\nseed ${seed}, ${cases} cases, ${reproduce.replay}\n${reproduce.curl}`,
  )
}
