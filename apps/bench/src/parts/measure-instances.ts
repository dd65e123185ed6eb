import { openPostgres, startFilledServer } from '../sides/filled-server.ts'
import type { RunningSide } from '../sides/side.ts'
import { startOwnServer } from '../sides/start-own-server.ts'
import { withDatabaseUsage } from '../sides/with-database-usage.ts'
import { withWorkplace } from '../sides/workplace.ts'
import { createPlan } from '../works/create-plan.ts'
import { works } from '../works/works.ts'
import type { PartContext } from './part-context.ts'

/** The figures of servers that share one PostgreSQL. */
export interface InstancesFigures {
  readonly servers: number
  /** On how many connections each works; by one more it draws numbers. */
  readonly atWork: number
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** CPU time of all servers for one request. */
  readonly cpuUs: number
  /** CPU time of PostgreSQL for one request; 0 where it cannot be known. */
  readonly databaseCpuUs: number
  /** How many cores servers and PostgreSQL kept busy. */
  readonly busyCores: number
}

const connections = 48
const most = 3

/**
 * One connection limits a server, so that others add to the throughput. The other figure is the default of a server.
 */
const settings = [1, 9]

/** Sends the mixed journey to one, two and three servers on one PostgreSQL. */
export function measureInstances({ load, quick, onStep }: PartContext): Promise<readonly InstancesFigures[]> {
  return withWorkplace(async (place) => {
    onStep('start PostgreSQL for several servers')
    const url = await (await openPostgres(place)).createDatabase('bench')
    const { side, partners } = await startFilledServer(place, url, connections)
    await side.stop()
    const journey = works.find(({ name }) => name === 'journey')
    if (journey === undefined) throw new Error('There is nothing to send')
    await load.setPlan('instances', createPlan(journey, partners))

    async function measure(running: readonly RunningSide[]): Promise<Omit<InstancesFigures, 'atWork'>> {
      const job = { plan: 'instances', ports: running.map(({ port }) => port), connections }
      await load.run({ ...job, until: { seconds: quick ? 0.5 : 3 } })
      const use = async () => {
        const all = await Promise.all(running.map((server) => server.usage()))
        const sum = (of: (usage: (typeof all)[number]) => number): number =>
          all.reduce((total, usage) => total + of(usage), 0)
        return { own: sum(({ cpuUs }) => cpuUs), database: sum(({ databaseCpuUs }) => databaseCpuUs) }
      }
      const before = await use()
      const began = performance.now()
      const { requests, perSecond, p50Us, p99Us } = await load.run({
        ...job,
        until: { seconds: quick ? 1 : 8 },
      })
      const elapsedUs = (performance.now() - began) * 1000
      const after = await use()
      const own = after.own - before.own
      const database = after.database - before.database
      return {
        servers: running.length,
        perSecond,
        p50Us,
        p99Us,
        cpuUs: own / requests,
        databaseCpuUs: database / requests,
        busyCores: (own + database) / elapsedUs,
      }
    }

    const figures: InstancesFigures[] = []
    for (const atWork of settings) {
      const running: RunningSide[] = []
      for (let servers = 1; servers <= most; servers += 1) {
        onStep(`${servers} on one PostgreSQL, ${atWork} of the connections at work`)
        const server = await startOwnServer(url, { DATABASE_CONNECTIONS: String(atWork + 1) })
        place.onClose(() => server.stop())
        // The first server counts the CPU time of the database, so that it is counted once.
        running.push(servers === 1 ? withDatabaseUsage(server) : server)
        figures.push({ atWork, ...(await measure(running)) })
      }
      await Promise.all(running.map((server) => server.stop()))
    }
    return figures
  })
}
