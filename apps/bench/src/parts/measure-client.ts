import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../figures/median.ts'
import { sqliteUrl, startFilledServer } from '../sides/filled-server.ts'
import { startStateless } from '../sides/start-stateless.ts'
import { type Workplace, withWorkplace } from '../sides/workplace.ts'
import { writeAnswers } from '../sides/write-answers.ts'
import type { PartContext } from './part-context.ts'

/** What calls cost that are made one after another, in one round. */
export interface CallCost {
  /** On the clock on the wall, for one call. */
  readonly wallUs: number
  /** CPU time of the calling process, for one call. */
  readonly cpuUs: number
}

/** One round: the same calls by the client, by `fetch`, and by `fetch` with a time-out, which the client has as well. */
export interface ClientRound {
  readonly client: CallCost
  readonly fetch: CallCost
  readonly timed: CallCost
}

/** What the client adds to `fetch`. */
export interface ClientFigures extends ClientRound {
  readonly rounds: number
  /** In hundredths of what `fetch` takes by the clock; the median of the rounds. */
  readonly addedWallPercent: number
  /** In hundredths of the CPU time that `fetch` takes; the median of the rounds. */
  readonly addedCpuPercent: number
  /** In hundredths of what `fetch` with a time-out takes by the clock; the median of the rounds. */
  readonly overTimedPercent: number
}

/** What the client adds where the server works for its answer, and where it answers at once. */
export interface ClientComparison {
  /** Calls to our server on SQLite. */
  readonly own: ClientFigures
  /** Calls to bare `node:http`, which answers the same bytes: whatever is added shows most. */
  readonly bareHttp: ClientFigures
}

/** What the calling process is told. */
export interface ClientOrder {
  readonly url: string
  readonly cardId: number
  readonly token: string
  readonly rounds: number
  readonly calls: number
}

/** Reads the same wallet card by the client and by `fetch` in turn. */
export function measureClient({ quick, onStep }: PartContext): Promise<ClientComparison> {
  return withWorkplace(async (place) => {
    onStep('calls by the client and by fetch')
    const filled = await startFilledServer(place, sqliteUrl(place), 1)
    const [partner] = filled.partners
    if (partner === undefined) throw new Error('There is no partner')
    const files = await writeAnswers(place, filled)
    const of = async (url: string): Promise<ClientFigures> =>
      toClientFigures(
        await callInTurn(place, {
          url,
          cardId: partner.walletCardId,
          token: partner.token,
          // Many short rounds: a system moves two processes that take turns between its cores, which halves or doubles
          // a round.
          rounds: quick ? 60 : 400,
          calls: 50,
        }),
      )
    const own = await of(filled.side.url)
    await filled.side.stop()
    const side = await startStateless('bare-http', files)
    place.onClose(() => side.stop())
    return { own, bareHttp: await of(side.url) }
  })
}

/** Makes the calls in a process of their own. */
async function callInTurn(place: Workplace, order: ClientOrder): Promise<readonly ClientRound[]> {
  const child = fork(join(import.meta.dirname, 'client-process.ts'))
  place.onClose(() => void child.kill())
  const answered = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process that calls by the client has ended')
    }),
  ])
  child.send(order)
  const [rounds] = (await answered) as [readonly ClientRound[]]
  return rounds
}

/** The medians of the rounds. */
export function toClientFigures(rounds: readonly ClientRound[]): ClientFigures {
  const middle = (of: (round: ClientRound) => number): number => median(rounds.map(of))
  const added = (base: 'fetch' | 'timed', of: (cost: CallCost) => number): number =>
    middle((round) => (of(round.client) / of(round[base]) - 1) * 100)
  const costOf = (who: keyof ClientRound): CallCost => ({
    wallUs: middle((round) => round[who].wallUs),
    cpuUs: middle((round) => round[who].cpuUs),
  })
  return {
    client: costOf('client'),
    fetch: costOf('fetch'),
    timed: costOf('timed'),
    rounds: rounds.length,
    addedWallPercent: added('fetch', ({ wallUs }) => wallUs),
    addedCpuPercent: added('fetch', ({ cpuUs }) => cpuUs),
    overTimedPercent: added('timed', ({ wallUs }) => wallUs),
  }
}
