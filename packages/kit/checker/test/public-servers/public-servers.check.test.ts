import { describe, expect, it } from 'vitest'
import { publicServers } from './all-public-servers.ts'
import { judgeCauses } from './judge-causes.ts'

const known: Readonly<Record<string, { readonly missed: readonly string[]; readonly requests: number }>> = {
  'Express with express-openapi-validator': { missed: [], requests: 600 },
  Fastify: { missed: [], requests: 800 },
  'Spring Boot (rebuilt)': {
    missed: ['visits of a deleted owner can still be listed'],
    requests: 800,
  },
  'FastAPI (rebuilt)': {
    missed: ['HEAD is refused where GET is served; Allow says so'],
    requests: 850,
  },
}

describe('checkContract', () => {
  it.each(publicServers)('tells what is wrong with a server on $name, and nothing else', async (server) => {
    const { result, missed, falseAlarms, findingsPerCause } = await judgeCauses(server)
    const expected = known[server.name]
    expect(missed.map(({ description }) => description)).toStrictEqual(expected?.missed)
    expect(falseAlarms.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
    expect(findingsPerCause).toBeLessThanOrEqual(1.2)
    expect(result.requests).toBeLessThan(expected?.requests ?? 0)
    expect(result.coverage.operations.share).toBe(1)
  })
})
