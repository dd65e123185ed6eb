import process from 'node:process'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { control, endProcesses, startProcess } from '@giftcards/test-harness/process'
import { checkoutOf, openSession, storyCard } from '@giftcards/test-harness'
import { startRoundRobin } from './round-robin.ts'

// Three servers run on one PostgreSQL, behind one address. Six sessions of two customers buy ten cards each, with a
// connection for each request and without waiting for each other. Prints the result.
const postgres = await startPostgres()
const DATABASE_URL = await postgres.createDatabase('cards')
const settings = { DATABASE_URL, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' }
const servers = await Promise.all([1, 2, 3].map(() => startProcess(settings)))
const ports = servers.map(({ url }) => Number(new URL(url).port))
const proxy = await startRoundRobin(0, ports)
const address = proxy.address()
const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
const { quantity: _one, ...bucket } = storyCard.harborEcode()
await control(baseUrl, 'setInventory', { body: { ...bucket, isLowRisk: false, onHand: 40 } })

const emails = ['elite@example.com', 'standard@example.com']
const partners = await Promise.all([...emails, ...emails, ...emails].map(() => openSession(baseUrl)))
for (const [index, partner] of partners.entries()) await partner.login(emails[index % 2] ?? '')
const counts = new Map<string, number>()
const begin = performance.now()
await Promise.all(
  partners.map(async (partner) => {
    for (let order = 1; order <= 10; order += 1) {
      const headers = { connection: 'close' }
      const { status, code } = await partner.call('checkout', {
        ...checkoutOf([storyCard.harborEcode()]),
        headers,
      })
      const answer = [status, code].filter(Boolean).join(' ')
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
  }),
)
const seconds = (performance.now() - begin) / 1000

const store = await openStore(DATABASE_URL, { mode: 'sandbox' })
const orders = await store.read((reader) => reader.countOrders())
const { broken } = await store.checkBooks()
await store.close()
const answers = [...counts].map(([answer, count]) => `${count} times ${answer}`).join(', ')
process.stdout.write(`60 checkouts for 40 cards in ${seconds.toFixed(1)} s: ${answers}
${orders} orders in the database, ${broken.length} faults in the books
`)
proxy.close()
await endProcesses()
await postgres.remove()
