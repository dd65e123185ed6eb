import { describe, expect, it } from 'vitest'
import { defects, servers, type ServerDefect } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'
import { judgeDefect } from './judge-defect.ts'

/** Checks what is to blame, with all phases; for an undeclared method or path the phase that looks for them. */
const runOn = async (defect: ServerDefect) => {
  const definition = servers.get(defect.server)
  if (definition === undefined) throw new Error(`There is no server ${defect.server}.`)
  const scope =
    defect.operationId === null ? { phases: ['coverage'] as const } : { include: [defect.operationId] }
  return checkServer(definition, defect.id, { seed: 1, cases: 6, ...scope, ...defect.settings })
}

/** The servers by the time that a run takes on them. */
const QUICKEST = ['notes', 'tickets', 'library']

/** One fault of each class, on the server where it is quickest found; `npm run proof` takes all of them. */
const sample = [...Map.groupBy(defects, (defect) => defect.class).values()].flatMap(
  (ofClass) => QUICKEST.flatMap((id) => ofClass.filter(({ server }) => server === id))[0] ?? [],
)

describe('checkContract', () => {
  it.each(sample)('finds $server $id ($class) on $operationId', async (defect) => {
    const { hits, others } = judgeDefect(defect, await runOn(defect))
    expect(
      hits.map(({ check }) => check),
      `instead: ${others.map(({ check, operationId }) => `${check} on ${operationId}`).join(', ')}`,
    ).not.toStrictEqual([])
  })

  it('is shown at least 40 faults of every kind that a black box can have', () => {
    expect(defects.length).toBeGreaterThanOrEqual(40)
    expect(new Set(defects.map((defect) => defect.class)).size).toBeGreaterThanOrEqual(30)
  })
})
