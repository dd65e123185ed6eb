import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defects } from '../servers/all-servers.ts'
import { defectClasses } from './defect-classes.ts'
import { runDefect } from './run-defect.ts'

/** The servers by the time that a run takes on them. */
const QUICKEST = ['notes', 'tickets', 'stays', 'renders', 'depots', 'courses', 'library']

/** Faults that are known to be missed: written by `npm run proof`, which takes all of them. */
const missed = new Set(
  JSON.parse(readFileSync(new URL('missed.json', import.meta.url), 'utf8')) as readonly string[],
)

const found = defects.filter(({ server, id }) => !missed.has(`${server} ${id}`))

/** Two faults of each class that are found: on the server where that is quickest, and on the one after it. */
const sample = [...Map.groupBy(found, (defect) => defect.class).values()].flatMap((ofClass) =>
  QUICKEST.flatMap((id) => ofClass.find(({ server }) => server === id) ?? []).slice(0, 2),
)

describe('checkContract', () => {
  it.each(sample)('finds $server $id ($class) on $operationId', async (defect) => {
    const { hits, others } = await runDefect(defect)
    expect(
      hits.map(({ check }) => check),
      `instead: ${others.map(({ check, operationId }) => `${check} on ${operationId}`).join(', ')}`,
    ).not.toStrictEqual([])
  })

  it('is shown at least 40 faults of every kind that a black box can have', () => {
    expect(defects.length).toBeGreaterThanOrEqual(40)
    expect(new Set(defects.map((defect) => defect.class)).size).toBeGreaterThanOrEqual(30)
  })

  it('misses nothing on the first three servers, and knows every class of the others', () => {
    const first = defects.filter((defect) => defectClasses[defect.class] === undefined)
    expect(first.filter((defect) => !found.includes(defect))).toStrictEqual([])
    expect(new Set(first.map(({ server }) => server))).toStrictEqual(new Set(['library', 'tickets', 'notes']))
  })
})
