import { createPartnerClient } from '@giftcards/client'
import { demoPassword } from '@giftcards/server'
import { createRandom } from '@giftcards/test-harness'
import { buyers } from './fault-data.ts'
import { createPurchaseBook, type PurchaseBook } from './purchase-book.ts'
import { runLane } from './run-lane.ts'

/** Requests that were sent and have no response yet. */
export interface InFlight {
  /** Requests of operations that change data. */
  readonly writes: number
  readonly checkouts: number
}

/** Several partners that work at the same time. */
export interface Load {
  readonly book: PurchaseBook
  /** Requests sent so far. */
  readonly requests: number
  /** Documented 503 responses so far. */
  readonly away: number
  readonly inFlight: InFlight
  /** Starts the load. Every lane ends on its own if no server responds. */
  start(): void
  /** Resolves after this many more requests and responses. Rejects if no lane is working any more. */
  afterEvents(count: number): Promise<void>
  /** Resolves after this many more documented 503 responses. */
  afterAway(count: number): Promise<void>
  /** Resolves when every lane has finished its current work. */
  stop(): Promise<void>
}

/** A placeholder that is replaced with the address of a server for each request. */
const anyAddress = 'http://server.test'

/** Two of the buyers use two clients at the same time. */
const desks = [...buyers, ...buyers.slice(0, 2)]

/**
 * Creates a load on the servers of one service. Buyers keep their sessions over a restart, after which a server has another
 * address. So `urlOf` is called for each request.
 */
export function createLoad(servers: number, urlOf: (server: number) => string, seed: number): Load {
  const book = createPurchaseBook()
  let [requests, away, events, writes, checkouts] = [0, 0, 0, 0, 0]
  let isStopped = true
  let running: Promise<unknown> = Promise.resolve()
  let isAtWork = false
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const each of waiting) each()
  }
  async function waitUntil(isReached: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const judge = (): void => {
      if (isReached()) resolve()
      else if (!isAtWork) reject(new Error('No buyer is at work: nobody answers them'))
    }
    waiting.add(judge)
    judge()
    await promise.finally(() => waiting.delete(judge))
  }

  const onAway = (): void => {
    away += 1
    look()
  }
  const baseUrlOf = (desk: number): string => urlOf(desk % servers)
  const clients = desks.map((email, index) =>
    createPartnerClient({
      baseUrl: anyAddress,
      fetch: (url, init) => fetch(url.replace(anyAddress, baseUrlOf(index)), init),
      appId: 'demo-app',
      userAgent: 'fault-tests',
      credentials: { email, password: demoPassword },
      retry: false,
      logger(event) {
        if (event.kind !== 'request' && event.kind !== 'response') return
        const more = event.kind === 'request' ? 1 : -1
        events += 1
        if (more > 0) requests += 1
        if (event.method !== 'GET') writes += more
        if (event.operationId === 'checkout') checkouts += more
        look()
      },
    }),
  )
  let begun = seed
  return {
    book,
    get requests() {
      return requests
    },
    get away() {
      return away
    },
    get inFlight() {
      return { writes, checkouts }
    },
    start() {
      isStopped = false
      isAtWork = true
      running = Promise.all(
        clients.map((client, index) => {
          begun += 1
          const mayDrawDown = desks[index]?.startsWith('elite') ?? false
          const lane = {
            url: () => baseUrlOf(index),
            client,
            mayDrawDown,
            random: createRandom(begun),
            book,
            onAway,
          }
          return runLane(lane, () => isStopped)
        }),
      ).finally(() => {
        isAtWork = false
        look()
      })
    },
    afterEvents(count) {
      const goal = events + count
      return waitUntil(() => events >= goal)
    },
    afterAway(count) {
      const goal = away + count
      return waitUntil(() => away >= goal)
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}
