import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { defects, type ServerDefect } from '../servers/all-servers.ts'
import { notes } from '../servers/notes/notes-server.ts'
import { tickets } from '../servers/tickets/tickets-server.ts'
import { checkServer } from './check-server.ts'
import { missed, nameOf } from './missed.ts'
import { proofPage, proofPageUrl } from './proof-page.ts'
import { runDefect } from './run-defect.ts'

const digestOf = (defect: ServerDefect): string => createHash('sha256').update(nameOf(defect)).digest('hex')

/** One fault of each class of which `quick-server.test.ts` tries none, drawn by its digest, whatever is found. */
const drawn = [...Map.groupBy(defects, (defect) => defect.class).values()]
  .filter((ofClass) => ofClass.every(({ server }) => server !== notes.id))
  .flatMap((ofClass) =>
    ofClass.toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1)).slice(0, 1),
  )
const chosen = inject('depth') === 'nightly' ? defects : drawn

describe('checkContract', () => {
  it('finds nothing on the correct server tickets', async () => {
    const { findings, coverage } = await checkServer(tickets, undefined, { seed: 2, cases: 2 })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
    expect(coverage.operations.share).toBe(1)
  })

  it.each(chosen.filter((defect) => !missed.has(nameOf(defect))))(
    'finds $server $id ($class) on $operationId',
    async (defect) => {
      const { hits, others } = await runDefect(defect)
      const instead = others.map(({ check, operationId }) => `${check} on ${operationId}`).join(', ')
      expect(hits.length, `found instead: ${instead}`).toBeGreaterThan(0)
    },
  )

  it.each(chosen.filter((defect) => missed.has(nameOf(defect))))(
    'misses $server $id ($class)',
    async (defect) => {
      const { hits } = await runDefect(defect)
      expect(
        hits.map(({ check }) => check),
        `found now: remove "${nameOf(defect)}" from missed.json, then run npm run proof`,
      ).toStrictEqual([])
    },
  )
})

describe('missed.json', () => {
  it('names faults of the servers, in order', () => {
    const names = new Set(defects.map(nameOf))
    expect([...missed].filter((name) => !names.has(name))).toStrictEqual([])
    expect([...missed]).toStrictEqual([...missed].toSorted())
  })

  it('is told by docs/proof.md', async () => {
    expect(readFileSync(proofPageUrl, 'utf8'), 'run npm run proof').toBe(await proofPage())
  })
})
