import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
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

/** One round: the same calls by the client and by `fetch`. */
export interface CallRound {
  readonly client: CallCost
  readonly fetch: CallCost
}

/** What the client adds to `fetch`. */
export interface ClientFigures extends CallRound {
  readonly rounds: number
  /** In hundredths of what `fetch` takes by the clock; the median of the rounds. */
  readonly addedWallPercent: number
  /** In hundredths of the CPU time that `fetch` takes; the median of the rounds. */
  readonly addedCpuPercent: number
  /** `fetch` with a time-out, which the client has as well. */
  readonly timed: CallCost
  /** In hundredths of what `fetch` with a time-out takes by the clock; the median of as many rounds. */
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
  /** Whether `fetch` has a time-out. */
  readonly isTimed: boolean
}

/** From one process to another the same calls differ by a hundredth or two. */
const processes = 8

/** In a round. Short ones: a system moves two processes that take turns between its cores, which halves or doubles one. */
const calls = 50

/** Reads the same wallet card by the client and by `fetch` in turn. */
export function measureClient({ quick, onStep }: PartContext): Promise<ClientComparison> {
  return withWorkplace(async (place) => {
    onStep('calls by the client and by fetch')
    const filled = await startFilledServer(place, sqliteUrl(place), 1)
    const [partner] = filled.partners
    if (partner === undefined) throw new Error('There is no partner')
    const files = await writeAnswers(place, filled)
    const of = async (url: string): Promise<ClientFigures> => {
      const card = { url, cardId: partner.walletCardId, token: partner.token }
      const seen: { bare: CallRound[]; timed: CallRound[] } = { bare: [], timed: [] }
      for (let turn = 1; turn <= processes; turn += 1) {
        // Apart from one another: the timers that `AbortSignal.timeout` leaves cost whoever else is in the process.
        for (const kind of ['bare', 'timed'] as const) {
          const order = { ...card, calls, rounds: quick ? 15 : 100, isTimed: kind === 'timed' }
          seen[kind].push(...(await callInTurn(place, order)))
        }
      }
      return toClientFigures(seen.bare, seen.timed)
    }
    const own = await of(filled.side.url)
    await filled.side.stop()
    const side = await startStateless('bare-http', files)
    place.onClose(() => side.stop())
    return { own, bareHttp: await of(side.url) }
  })
}

/** Makes the calls in a process of their own. */
async function callInTurn(place: Workplace, order: ClientOrder): Promise<readonly CallRound[]> {
  const child = fork(join(import.meta.dirname, 'client-process.ts'), { env: { PATH: process.env['PATH'] } })
  place.onClose(() => void child.kill())
  const answered = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process that calls by the client has ended')
    }),
  ])
  child.send(order)
  const [rounds] = (await answered) as [readonly CallRound[]]
  return rounds
}

/** The medians of the rounds, with `fetch` as it is and with a time-out. */
export function toClientFigures(bare: readonly CallRound[], timed: readonly CallRound[]): ClientFigures {
  const middle = (rounds: readonly CallRound[], of: (round: CallRound) => number): number =>
    median(rounds.map(of))
  const added = (rounds: readonly CallRound[], of: (cost: CallCost) => number): number =>
    middle(rounds, ({ client, fetch }) => (of(client) / of(fetch) - 1) * 100)
  const costOf = (rounds: readonly CallRound[], who: keyof CallRound): CallCost => ({
    wallUs: middle(rounds, (round) => round[who].wallUs),
    cpuUs: middle(rounds, (round) => round[who].cpuUs),
  })
  return {
    client: costOf(bare, 'client'),
    fetch: costOf(bare, 'fetch'),
    rounds: bare.length,
    addedWallPercent: added(bare, ({ wallUs }) => wallUs),
    addedCpuPercent: added(bare, ({ cpuUs }) => cpuUs),
    timed: costOf(timed, 'fetch'),
    overTimedPercent: added(timed, ({ wallUs }) => wallUs),
  }
}
