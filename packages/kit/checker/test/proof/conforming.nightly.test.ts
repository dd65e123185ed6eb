import { describe, expect, it } from 'vitest'
import type { CheckContractOptions, CheckResult } from '../../src/index.ts'
import { servers, variants } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'

const toldBy = ({ findings }: CheckResult): readonly string[] =>
  findings.map(({ check, operationId, message }) => `${check} on ${operationId}: ${message}`)

/** Every seventh liberty of the quick servers; `npm run proof` takes all of all servers. */
const sample = variants
  .filter(({ server }) => server !== 'library')
  .filter((_variant, index) => index % 7 === 0)

/** The slow one without its systematic phase, which `npm run proof` takes on it too. */
const phasesOf = (id: string): Partial<CheckContractOptions> =>
  id === 'library' ? { phases: ['examples', 'fuzz', 'stateful'] } : {}

describe('checkContract', () => {
  it.each([...servers.keys()])('finds nothing on the correct server %s', async (id) => {
    const definition = servers.get(id)
    if (definition === undefined) throw new Error(`There is no server ${id}.`)
    const result = await checkServer(definition, undefined, { seed: 2, cases: 2, ...phasesOf(id) })
    expect(toldBy(result)).toStrictEqual([])
    expect(result.coverage.operations.share).toBe(1)
  })

  it.each([...servers.keys()])('finds nothing on %s with many requests at once', async (id) => {
    const definition = servers.get(id)
    if (definition === undefined) throw new Error(`There is no server ${id}.`)
    const result = await checkServer(definition, undefined, { seed: 1, cases: 2, workers: 8 })
    expect(toldBy(result)).toStrictEqual([])
  })

  it.each(sample)('finds nothing where $server takes a liberty: $description', async (variant) => {
    const definition = servers.get(variant.server)
    if (definition === undefined) throw new Error(`There is no server ${variant.server}.`)
    expect(toldBy(await checkServer(definition, variant.id, { seed: 1, cases: 2 }))).toStrictEqual([])
  })
})
