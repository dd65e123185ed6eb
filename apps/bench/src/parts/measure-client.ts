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

/** The cost of calls that are made one after another, in one round. */
export interface CallCost {
  /** On the clock on the wall, for one call. */
  readonly wallUs: number
  /** CPU time of the calling process, for one call. */
  readonly cpuUs: number
}

/** One round: the same calls by the client and by bare openapi-fetch. */
export interface CallRound {
  readonly client: CallCost
  readonly openapiFetch: CallCost
}

/** The cost of the client over bare openapi-fetch. */
export interface ClientFigures extends CallRound {
  readonly rounds: number
  /** Percent of what openapi-fetch takes by the clock; the median of the rounds. */
  readonly addedWallPercent: number
  /** Percent of the CPU time that openapi-fetch takes; the median of the rounds. */
  readonly addedCpuPercent: number
  /** openapi-fetch with a timeout, which the client has as well. */
  readonly timed: CallCost
  /** Percent of what openapi-fetch with a timeout takes by the clock; the median of as many rounds. */
  readonly overTimedPercent: number
}

/**
 * The cost of the client against a server that works for its response, and against one that responds at once.
 */
export interface ClientComparison {
  /** Calls to our server on SQLite. */
  readonly own: ClientFigures
  /** Calls to bare `node:http`, which returns the same bytes. Any overhead shows most here. */
  readonly bareHttp: ClientFigures
  /** The heap of the calling process, on calls to our server. */
  readonly heap: readonly HeapFigure[]
}

/** The heap of a process after so many calls by one client, garbage collected. */
export interface HeapFigure {
  readonly calls: number
  readonly heapBytes: number
}

/** The wallet card that a calling process reads. */
export interface CardOrder {
  readonly url: string
  readonly cardId: number
  readonly token: string
}

/** An order for the process that compares both ways of calling. */
export interface ClientOrder extends CardOrder {
  readonly rounds: number
  readonly calls: number
  /** Whether openapi-fetch has a timeout. */
  readonly isTimed: boolean
}

/** From one process to another the same calls differ by a hundredth or two. */
const processes = 8

/** In a round. Short ones: a system moves two processes that take turns between its cores, which halves or doubles one. */
const calls = 50

/** Reads the same wallet card by the client and by bare openapi-fetch in turn. */
export function measureClient({ quick, onStep }: PartContext): Promise<ClientComparison> {
  return withWorkplace(async (place) => {
    onStep('calls by the client and by openapi-fetch')
    const filled = await startFilledServer(place, sqliteUrl(place), 1)
    const [partner] = filled.partners
    if (partner === undefined) throw new Error('There is no partner')
    const files = await writeAnswers(place, filled)
    const cardAt = (url: string): CardOrder => ({ url, cardId: partner.walletCardId, token: partner.token })
    const of = async (url: string): Promise<ClientFigures> => {
      const seen: { bare: CallRound[]; timed: CallRound[] } = { bare: [], timed: [] }
      for (let turn = 1; turn <= processes; turn += 1) {
        // In separate processes: the timers that `AbortSignal.timeout` leaves slow down everything else in the
        // process.
        for (const kind of ['bare', 'timed'] as const) {
          const order = { ...cardAt(url), calls, rounds: quick ? 15 : 100, isTimed: kind === 'timed' }
          seen[kind].push(...(await ask<readonly CallRound[]>(place, 'client-process.ts', order)))
        }
      }
      return toClientFigures(seen.bare, seen.timed)
    }
    const own = await of(filled.side.url)
    onStep('heap of the client')
    const heap = await ask<readonly HeapFigure[]>(place, 'heap-process.ts', cardAt(filled.side.url), [
      '--expose-gc',
    ])
    await filled.side.stop()
    const side = await startStateless('bare-http', files)
    place.onClose(() => side.stop())
    return { own, bareHttp: await of(side.url), heap }
  })
}

/** Makes calls in a process of their own. */
async function ask<Figures>(
  place: Workplace,
  file: string,
  order: CardOrder,
  execArgv: readonly string[] = [],
): Promise<Figures> {
  const child = fork(join(import.meta.dirname, file), {
    env: { PATH: process.env['PATH'] },
    execArgv: [...execArgv],
  })
  place.onClose(() => void child.kill())
  const answered = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process that calls by the client has ended')
    }),
  ])
  child.send(order)
  const [figures] = (await answered) as [Figures]
  return figures
}

/** The medians of the rounds, with openapi-fetch as it is and with a timeout. */
export function toClientFigures(bare: readonly CallRound[], timed: readonly CallRound[]): ClientFigures {
  const middle = (rounds: readonly CallRound[], of: (round: CallRound) => number): number =>
    median(rounds.map(of))
  const added = (rounds: readonly CallRound[], of: (cost: CallCost) => number): number =>
    middle(rounds, ({ client, openapiFetch }) => (of(client) / of(openapiFetch) - 1) * 100)
  const costOf = (rounds: readonly CallRound[], who: keyof CallRound): CallCost => ({
    wallUs: middle(rounds, (round) => round[who].wallUs),
    cpuUs: middle(rounds, (round) => round[who].cpuUs),
  })
  return {
    client: costOf(bare, 'client'),
    openapiFetch: costOf(bare, 'openapiFetch'),
    rounds: bare.length,
    addedWallPercent: added(bare, ({ wallUs }) => wallUs),
    addedCpuPercent: added(bare, ({ cpuUs }) => cpuUs),
    timed: costOf(timed, 'openapiFetch'),
    overTimedPercent: added(timed, ({ wallUs }) => wallUs),
  }
}
