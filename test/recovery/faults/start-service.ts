import { type OpenedStore, openStore } from '@giftcards/storage'
import { expect } from 'vitest'
import { checkService } from './books/check-service.ts'
import { countPendingPayments } from './books/read-service.ts'
import { noFault } from './gateway/gateway-fault.ts'
import { type GatewayProcess, startGateway } from './gateway/start-gateway.ts'
import { createLoad, type Load } from './load/create-load.ts'
import { faultData } from './load/fault-data.ts'
import { type FaultyServer, startServer } from './server/start-server.ts'

/** A whole service under faults: its servers, its gateway, its database, and partners at work. */
export interface Service {
  readonly gateway: GatewayProcess
  /** The tests' own connection to the database. */
  readonly store: OpenedStore
  readonly load: Load
  /** Returns the server at an index. */
  server(index?: number): FaultyServer
  /** Starts the server at an index again, with its clock advanced past the lease of a payment. */
  restart(index?: number): Promise<FaultyServer>
  /** Advances the clock of every running server past the lease of a payment. */
  letLeasesLapse(): Promise<void>
  /** Waits until the servers have settled every payment; a sweep begins every five seconds. */
  untilSettled(): Promise<void>
  /** Waits until the first server is ready, or until it is not. */
  untilReady(isReady: boolean): Promise<void>
  /** Checks everything after the load has stopped. Repeats purchases, and returns a sentence for each problem. */
  check(): Promise<readonly string[]>
  end(): Promise<void>
}

/** Longer than the longest lease of a payment, which has two saved methods. */
const lapseMs = 90_000

/** Starts a service on an empty database. */
export async function startService(databaseUrl: string, seed: number, serverCount = 1): Promise<Service> {
  const gateway = await startGateway()
  const store = await openStore(databaseUrl, { mode: 'sandbox' })
  await store.transaction((tx) => tx.seed(faultData))
  let dateShiftMs = 0
  const start = (): Promise<FaultyServer> =>
    startServer({ databaseUrl, gatewayUrl: gateway.url, dateShiftMs })
  const servers = await Promise.all(Array.from({ length: serverCount }, start))

  const server = (index = 0): FaultyServer => {
    const found = servers[index]
    if (found === undefined) throw new Error(`There is no server ${index}`)
    return found
  }
  const load = createLoad(serverCount, (index) => server(index).url, seed)
  return {
    gateway,
    store,
    load,
    server,
    async restart(index = 0) {
      dateShiftMs += lapseMs
      servers[index] = await start()
      return server(index)
    },
    async letLeasesLapse() {
      dateShiftMs += lapseMs
      await shiftDates(servers, dateShiftMs)
    },
    async untilSettled() {
      await expect.poll(() => countPendingPayments(store)).toBe(0)
    },
    async untilReady(isReady) {
      await expect.poll(() => server().isReady()).toBe(isReady)
    },
    async check() {
      await gateway.setFault(noFault)
      return checkService(store, gateway, load.book)
    },
    async end() {
      await Promise.all(servers.map((each) => each.end('SIGKILL')))
      await store.close()
      await gateway.end()
    },
  }
}

async function shiftDates(servers: readonly FaultyServer[], ms: number): Promise<void> {
  await Promise.all(servers.filter(({ isRunning }) => isRunning).map((server) => server.shiftDate(ms)))
}
