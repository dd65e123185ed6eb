import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../src/index.ts'
import { serverOf, silentServers, silentVariants } from '../servers/all-servers.ts'
import { checkServer } from './check-server.ts'

const toldBy = ({ findings }: CheckResult): readonly string[] =>
  findings.map(({ check, operationId, message }) => `${check} on ${operationId}: ${message}`)

describe('checkContract', () => {
  it.each(silentServers)('finds nothing on the correct server $id', async (definition) => {
    const result = await checkServer(definition, undefined, { seed: 2, cases: 6 })
    expect(toldBy(result)).toStrictEqual([])
    expect(result.coverage.operations.share).toBe(1)
  })

  it.each(silentServers)('finds nothing on $id with many requests at once', async (definition) => {
    const result = await checkServer(definition, undefined, { seed: 1, cases: 2, workers: 8 })
    expect(toldBy(result)).toStrictEqual([])
  })

  it.each(silentVariants)(
    'finds nothing where $server takes a liberty: $description',
    async ({ server, id }) => {
      const result = await checkServer(serverOf(server), id, { seed: 1, cases: 2 })
      expect(toldBy(result)).toStrictEqual([])
    },
  )
})
