import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { checkBooks, type Store } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { control } from '../process/control.ts'
import { endProcesses, startProcess } from '../process/start-process.ts'
import { startRoundRobin } from '../postgres/round-robin.ts'
import { send } from '../sandbox/exchange.ts'
import { openSession } from '../sandbox/partner.ts'
import { cartCheckoutOf, checkoutOf, placeOrder, storyCard, storyPayments } from '../sandbox/story.ts'
import { buildRelease, findCommitBeforeLastMigration } from './build-release.ts'

// `npm run check:rolling-upgrade -- <git ref>`: runs servers of that commit and of this working tree on one PostgreSQL database, which
// the old one has made and the new one migrates while the old one serves. Partners work through one address, whose requests go to both
// in turn. Without a ref it takes the commit before the last migration. Needs a git clone and some minutes, so it is no part of `npm test`.

const elite = 'elite@example.com'
const everything = 1_000_000
/** Each connection goes to the next server, so each request has its own. */
const headers = { connection: 'close' }
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Buys, reads, delivers and cancels, as partners and operators do; an order of which half was done by each version. */
async function tellStory(url: string): Promise<void> {
  const partner = await openSession(url)
  await partner.login(elite)
  const wantControl = async (...[operationId, options]: ControlCall): Promise<void> => {
    const { status, text } = await control(url, operationId, { ...options, headers })
    if (status >= 300) throw new Error(`${operationId} answered ${status}: ${text}`)
  }
  const buyCart = async (): Promise<string> => {
    const { body } = await partner.call('createCart', { headers, body: { action: 'buy' } })
    const { cartId } = body as { readonly cartId: string }
    const cards = [storyCard.harborEcode(), storyCard.harborB2B(2)]
    await partner.want('addCards', 201, { headers, path: { cartId }, body: { cards } })
    await partner.want('applyCoupon', 200, { headers, path: { cartId, couponCode: 'SAVE10' } })
    const { buyOrder } = await partner.want('checkout', 201, { headers, ...cartCheckoutOf(cartId) })
    return buyOrder.orderId
  }
  const buyCards = async (payment: Payment): Promise<string> => {
    const wanted = checkoutOf([storyCard.harborB2B(), storyCard.magic(901)], payment)
    const { buyOrder } = await partner.want('checkout', 201, { ...wanted, headers })
    return buyOrder.orderId
  }
  const orderIds = [
    await buyCart(),
    await buyCards(storyPayments.ACH),
    await buyCards(storyPayments.CREDITCARD),
    await buyCards(storyPayments.DRAWDOWN_ACCOUNT),
    await buyCards(storyPayments.STORE_CREDIT),
  ]
  await wantControl('advanceClock', { body: { seconds: 900 } })
  for (const orderId of orderIds) {
    const { buyOrder } = await partner.want('getOrder', 200, { headers, path: { orderId } })
    if (!buyOrder.fulfilled) throw new Error(`Order ${buyOrder.id} is ${buyOrder.status}, not delivered`)
    const [card] = buyOrder.cards
    const path = { cardId: card?.id ?? 0 }
    await partner.want('getWalletCard', 200, { headers, path })
    await partner.want('getSecureData', 200, { headers, path })
    await wantControl('setOrderStatus', { path: { orderId }, body: { status: 'Canceled' } })
    const canceled = await partner.want('getOrder', 200, { headers, path: { orderId } })
    if (canceled.buyOrder.status !== 'Canceled') throw new Error(`Order ${buyOrder.id} is not canceled`)
  }
  await partner.want('listDrawdownTransactions', 200, { headers })
}

/** A refund that is at work while a sandbox is reset ends in the new data. */
async function untilNoMoneyMoves(databaseUrl: string): Promise<void> {
  const store = await openStore(databaseUrl, { mode: 'any' })
  try {
    for (;;) {
      const counts = await store.read((reader) => reader.countJobs())
      if (counts.every(({ kind }) => kind !== 'refund' && kind !== 'void-cards')) return
      await setTimeout(200)
    }
  } finally {
    await store.close()
  }
}

/** What the old version has left, and the new one does not take up now that it serves alone. */
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

type ControlCall = readonly [
  operationId: Parameters<typeof control>[1],
  options: NonNullable<Parameters<typeof control>[2]>,
]
type Payment = (typeof storyPayments)[keyof typeof storyPayments]

const ref = process.argv[2] ?? findCommitBeforeLastMigration()
say(`Building ${ref}`)
const release = buildRelease(ref)
const postgres = await startPostgres({ isSynced: true })
const faults: string[] = []
try {
  const DATABASE_URL = await postgres.createDatabase('cards')
  const settings = { DATABASE_URL, RATE_LIMIT_PER_MINUTE: '0', SANDBOX_SEED: 'rolling', LOG_LEVEL: 'error' }
  const oldMain = join(release.folder, 'apps/server/src/main.ts')
  const before = await startProcess(settings, undefined, oldMain)
  say(`A server of ${release.commit.slice(0, 7)} serves alone.`)
  await tellStory(before.url)
  const after = await startProcess(settings)
  say('A server of this working tree has migrated the database and serves beside it.')
  const ports = [before, after].map(({ url }) => Number(new URL(url).port))
  const proxy = await startRoundRobin(0, ports)
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
  for (let round = 0; round < 6; round += 1) {
    await untilNoMoneyMoves(DATABASE_URL)
    const { status } = await control(after.url, 'resetSandbox')
    if (status >= 300) faults.push(`A reset was answered ${status}`)
    // An odd number of requests, so that each step is the other server's in the next round.
    if (round % 2 === 1) await send(url, { method: 'get', path: '/healthz', headers })
    await tellStory(url).catch((error: unknown) => faults.push(`Round ${round + 1}: ${String(error)}`))
  }
  proxy.close()
  // A change of store credit by the new version accounts for those that the old one has made without a ledger row.
  const credit = { path: { email: elite }, body: { amount: 25 } }
  if ((await control(after.url, 'setStoreCredit', credit)).status >= 300)
    faults.push('Store credit was not set')
  const partner = await openSession(before.url)
  await partner.login(elite)
  await placeOrder(partner, [storyCard.northwindPhysical()])
  // The new one alone has time for a sweep, which comes every five seconds.
  const ends = [await before.end(), await setTimeout(6000).then(() => after.end())]
  for (const [index, { code, stdout, stderr }] of ends.entries()) {
    const version = index === 0 ? 'The old server' : 'The new server'
    const logged = stdout.split('\n').filter((line) => line.startsWith('{'))
    if (code !== 0 || stderr !== '') faults.push(`${version} ended with ${code}: ${stderr}`)
    faults.push(...logged.map((line) => `${version} logged ${line}`))
  }
  const store = await openStore(DATABASE_URL, { mode: 'sandbox' })
  faults.push(...(await store.readBooks((books) => checkBooks(books))), ...(await findLeftBehind(store)))
  await store.close()
  const deadlocks = postgres.errors.get('deadlock detected') ?? 0
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`)
  const again = await startProcess(settings, undefined, oldMain).then(
    () => 'starts again on the migrated database',
    (error: unknown) => `does not start again on the migrated database: ${String(error)}`,
  )
  say(`The old server ${again.trim()}`)
} finally {
  await endProcesses()
  await postgres.remove()
  release.remove()
}
say(faults.length === 0 ? 'Both versions served side by side, and the books are sound.' : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
