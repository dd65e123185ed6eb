import { setTimeout } from 'node:timers/promises'
import { checkBooks, type Store } from '@giftcards/marketplace'
import { type OpenedStore, openStore } from '@giftcards/storage'
import type { TestPostgres } from '@giftcards/storage/testing'
import { control, type Ended, type ServerProcess, startProcess } from '@giftcards/test-harness/process'
import { startRoundRobin } from '../postgres/round-robin.ts'
import { openSession, placeOrder, send, storyCard, storyPayments } from '@giftcards/test-harness'
import type { BuiltRelease } from './build-release.ts'
import { buyAtOnce } from './buy-at-once.ts'
import { elite, placeOrders, storyOperations, tellStory } from './story.ts'

/** The outcome of an upgrade. */
export interface Upgrade {
  /** A sentence for each thing that went wrong. */
  readonly faults: readonly string[]
  /** The migrations that the old version has made, as the database records them. */
  readonly migrations: readonly Readonly<Record<string, unknown>>[]
  /** The output of the old version when it is started again, on the migrated database. */
  readonly restart: string
}

const everything = 1_000_000
const patienceMs = 60_000

/**
 * Upgrades a sandbox on PostgreSQL. The old version creates the database, and the new one migrates it while the old one
 * serves. Then both serve side by side, the old one ends, and the new one finishes alone.
 */
export async function upgradeSideBySide(old: BuiltRelease, postgres: TestPostgres): Promise<Upgrade> {
  const DATABASE_URL = await postgres.createDatabase('cards')
  const settings = { DATABASE_URL, RATE_LIMIT_PER_MINUTE: '0', SANDBOX_SEED: 'rolling', LOG_LEVEL: 'error' }
  const faults: string[] = []
  const before = await startProcess(settings, undefined, old.main)
  const migrations = await postgres.query('cards', 'select id, checksum from schema_migrations order by id')
  await tellStory(before.url)
  // These are under way while the database is migrated.
  const begun = await placeOrders(before.url)
  const after = await startProcess(settings)
  const store = await openStore(DATABASE_URL, { mode: 'any' })
  const servers = [before, after] as const
  try {
    const noteFaults = async (place: string): Promise<void> => {
      const found = await findFaults(store)
      faults.push(...found.map((fault) => `${place}: ${fault}`))
    }
    await tellStory(after.url, begun)
    await noteFaults('Orders of before')
    await serveInTurns(servers, noteFaults, faults)
    for (const server of servers) faults.push(...(await findUnserved(server)))
    faults.push(...(await buyAtOnce(servers)))
    await noteFaults('At once')
    faults.push(...(await resetAmidPurchases(servers)))
    await noteFaults('A reset amid purchases')
    // The new version finishes alone the work that the old one leaves.
    const partner = await openSession(before.url)
    await partner.login(elite)
    await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.DRAWDOWN_ACCOUNT)
    faults.push(...describeEnd('The old server', await before.end()))
    await noteFaults('The new server alone')
    faults.push(...describeEnd('The new server', await after.end()))
  } finally {
    await store.close()
  }
  const restart = await startProcess(settings, undefined, old.main).then(
    () => 'serves',
    (error: unknown) => String(error).trim(),
  )
  return { faults, migrations, restart }
}

type Servers = readonly [before: ServerProcess, after: ServerProcess]

/** Has partners work through one address, whose requests go to both servers in turn, after a reset by each. */
async function serveInTurns(
  servers: Servers,
  noteFaults: (place: string) => Promise<void>,
  faults: string[],
): Promise<void> {
  const proxy = await startRoundRobin(
    0,
    servers.map(({ url }) => Number(new URL(url).port)),
  )
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
  try {
    for (let round = 0; round < 8; round += 1) {
      // Either version resets before stories of which the first step is either version's.
      const [byWhom, reset] = round % 4 < 2 ? ['new', servers[1]] : ['old', servers[0]]
      const place = `Round ${round + 1}, reset by the ${byWhom} server`
      const { status } = await control(reset.url, 'resetSandbox')
      if (status >= 300) faults.push(`${place}: the reset was answered ${status}`)
      // One request more, so that each step is the other server's in the next round.
      if (round % 2 === 1)
        await send(url, { method: 'get', path: '/healthz', headers: { connection: 'close' } })
      await tellStory(url).catch((error: unknown) => faults.push(`${place}: ${String(error)}`))
      await noteFaults(place)
    }
  } finally {
    proxy.close()
  }
}

/** The operations of the story that a server has not served. */
async function findUnserved({ url }: ServerProcess): Promise<readonly string[]> {
  const { text } = await send(url, { method: 'get', path: '/metrics' })
  return storyOperations
    .filter((operation) => !text.includes(`http_requests_total{operation="${operation}",status="20`))
    .map((operation) => `The server at ${url} has not served ${operation}`)
}

/** Resets by the new version while partners buy at both. */
async function resetAmidPurchases(servers: Servers): Promise<readonly string[]> {
  const resets: string[] = []
  const reset = async (): Promise<void> => {
    const { status, text } = await control(servers[1].url, 'resetSandbox')
    if (status >= 300) resets.push(`A reset amid purchases was answered ${status}: ${text}`)
  }
  // So that there are cards to buy.
  await reset()
  const buying = buyAtOnce(servers, true)
  for (let count = 0; count < 3; count += 1) {
    await setTimeout(300)
    await reset()
  }
  return [...resets, ...(await buying)]
}

/** Finds the faults in the database after all money has moved. */
async function findFaults(store: OpenedStore): Promise<readonly string[]> {
  await untilEmpty(async () => [...(await findMoneyAtWork(store)), ...(await findLeftBehind(store))])
  const books = await store.readBooks((reader) => checkBooks(reader))
  return [...books, ...(await findMoneyAtWork(store)), ...(await findLeftBehind(store))]
}

/** Waits until there is nothing to find, or for as long as a sweep may take on a busy machine. */
async function untilEmpty(find: () => Promise<readonly string[]>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while ((await find()).length > 0 && performance.now() < deadline) await setTimeout(100)
}

async function findMoneyAtWork(store: Store): Promise<readonly string[]> {
  const counts = await store.read((reader) => reader.countJobs())
  return counts
    .filter(({ kind }) => kind === 'refund' || kind === 'void-cards')
    .map(({ kind }) => `A job of kind ${kind} does not end`)
}

/** Orders that no job continues, and canceled ones whose money the gateway keeps. */
function findLeftBehind(store: Store): Promise<readonly string[]> {
  return store.read(async (reader) => {
    const left: string[] = []
    const jobs = await reader.listJobs('open', everything)
    for (const { id, status, plan } of await reader.listOrders(everything)) {
      const isScheduled = jobs.some(({ task }) => task.kind === 'order-step' && task.orderId === id)
      if (plan.length > 0 && !isScheduled) left.push(`Order ${id} goes on some day, but no job does it`)
      const legs = await reader.listPaymentLegs(id)
      if (status === 'Canceled' && legs.some(({ state }) => state === 'charged'))
        left.push(`Order ${id} is canceled, and the gateway keeps its money`)
    }
    return left
  })
}

/** A server ends by itself, prints nothing on standard error, and has logged no error. */
function describeEnd(server: string, { code, stdout, stderr }: Ended): readonly string[] {
  const logged = stdout.split('\n').filter((line) => line.startsWith('{'))
  return [
    ...(code === 0 && stderr === '' ? [] : [`${server} ended with ${code}: ${stderr}`]),
    ...logged.map((line) => `${server} logged ${line}`),
  ]
}
