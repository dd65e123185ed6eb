import type { LoadGenerator } from '../load/start-load-generator.ts'
import { createPlan } from '../works/create-plan.ts'
import type { Partner } from '../works/partner.ts'
import type { Work } from '../works/works.ts'
import { openPostgres, sqliteUrl, startFilledServer } from './filled-server.ts'
import type { MeasuredSide } from './measured-side.ts'
import type { RunningSide } from './side.ts'
import { sideTitles, type SideName } from './sides.ts'
import { startStateless } from './start-stateless.ts'
import { withDatabaseUsage } from './with-database-usage.ts'
import type { Workplace } from './workplace.ts'
import { writeAnswers } from './write-answers.ts'

/** The sides to open. */
export interface SidesToOpen {
  readonly names: readonly SideName[]
  readonly works: readonly Work[]
  /** Customers, one for each connection. */
  readonly partners: number
  /** Called before each step, with what comes. */
  readonly onStep: (title: string) => void
}

/** A side, and the customers whose requests it is sent. */
interface FilledSide {
  readonly side: RunningSide
  readonly partners: readonly Partner[]
}

/**
 * Starts sides until the workplace is cleared away, and gives the load generator their requests. The server on SQLite
 * is started in any case, since the sides without a state return its responses.
 */
export async function openSides(
  place: Workplace,
  load: LoadGenerator,
  { names, works, partners, onStep }: SidesToOpen,
): Promise<readonly MeasuredSide[]> {
  onStep(`start ${sideTitles.sqlite}, log ${partners} customers in`)
  const sqlite = await startFilledServer(place, sqliteUrl(place), partners)
  const files = await writeAnswers(place, sqlite)

  const start = async (name: SideName): Promise<FilledSide> => {
    if (name === 'sqlite') return sqlite
    onStep(`start ${sideTitles[name]}`)
    if (name === 'postgres') {
      const url = await (await openPostgres(place)).createDatabase('bench')
      const filled = await startFilledServer(place, url, partners)
      return { ...filled, side: withDatabaseUsage(filled.side) }
    }
    const side = await startStateless(name, files)
    place.onClose(() => side.stop())
    return { side, partners: sqlite.partners }
  }

  const sides: MeasuredSide[] = []
  for (const name of names) {
    const filled = await start(name)
    const planOf = (work: Work): string => `${name}/${work.name}`
    // A plan of its own for each side: how far one is through its carts must not depend on the others.
    for (const work of works) await load.setPlan(planOf(work), createPlan(work, filled.partners))
    sides.push({ ...filled.side, name, title: sideTitles[name], planOf })
  }
  return sides
}
