import { join } from 'node:path'
import { fillOrders } from '../data/fill-orders.ts'
import { openPostgresDatabase, openSqliteDatabase, type SqlDatabase } from '../data/sql-database.ts'
import { type LoadFigures, measureLoad } from '../figures/measure-load.ts'
import { medianLoad } from '../figures/median-load.ts'
import { openPostgres, sqliteUrl, startFilledServer } from '../sides/filled-server.ts'
import { sideTitles } from '../sides/sides.ts'
import { startOwnServer } from '../sides/start-own-server.ts'
import { withDatabaseUsage } from '../sides/with-database-usage.ts'
import { withWorkplace, type Workplace } from '../sides/workplace.ts'
import { createPlan } from '../works/create-plan.ts'
import { works } from '../works/works.ts'
import type { PartContext } from './part-context.ts'

/** The cost of a work on a database with this many orders. */
export interface OrdersFigures extends LoadFigures {
  readonly side: 'sqlite' | 'postgres'
  readonly orders: number
  readonly work: string
}

const usualSizes = [1000, 100_000, 1_000_000]
const quickSizes = [1000, 10_000]
const connections = 16
const measured = works.filter(({ name }) => ['wallet', 'cart', 'checkout'].includes(name))

/** Measures the server on databases that grow, one engine after the other. */
export async function measureOrders(context: PartContext): Promise<readonly OrdersFigures[]> {
  const sqlite = await withWorkplace((place) =>
    measureGrowing(context, place, {
      side: 'sqlite',
      url: sqliteUrl(place),
      database: openSqliteDatabase(join(place.folder, 'bench.db')),
    }),
  )
  const postgres = await withWorkplace(async (place) => {
    const server = await openPostgres(place)
    return measureGrowing(context, place, {
      side: 'postgres',
      url: await server.createDatabase('bench'),
      database: openPostgresDatabase(server, 'bench'),
    })
  })
  return [...sqlite, ...postgres]
}

interface GrowingDatabase {
  readonly side: 'sqlite' | 'postgres'
  readonly url: string
  readonly database: SqlDatabase
}

async function measureGrowing(
  { load, quick, onStep }: PartContext,
  place: Workplace,
  { side: name, url, database }: GrowingDatabase,
): Promise<readonly OrdersFigures[]> {
  onStep(`${sideTitles[name]} · the first orders`)
  const filled = await startFilledServer(place, url, connections)
  await filled.side.stop()
  for (const work of measured) await load.setPlan(`orders/${work.name}`, createPlan(work, filled.partners))

  const figures: OrdersFigures[] = []
  let there = 0
  for (const orders of quick ? quickSizes : usualSizes) {
    onStep(`${sideTitles[name]} · fill up to ${orders.toLocaleString('en-US')} orders`)
    await fillOrders(database, { from: there + 1, to: orders })
    // As the database itself would do in time.
    await database.query('analyze')
    there = orders
    // The server is started anew: nothing that it keeps in memory is from the smaller database.
    const started = await startOwnServer(url)
    const side = name === 'postgres' ? withDatabaseUsage(started) : started
    try {
      for (const work of measured) {
        onStep(`${sideTitles[name]} · ${orders.toLocaleString('en-US')} orders · ${work.title}`)
        const job = { plan: `orders/${work.name}`, connections }
        await load.run({ ...job, ports: [side.port], until: { seconds: quick ? 0.5 : 2 } })
        const seen: LoadFigures[] = []
        for (let time = 0; time < (quick ? 1 : 3); time += 1) {
          const until = { seconds: quick ? 0.5 : 2 }
          seen.push(await measureLoad(load, side, { ...job, until }))
        }
        figures.push({ side: name, orders, work: work.name, ...medianLoad(seen) })
      }
    } finally {
      await side.stop()
    }
  }
  return figures
}
