import process from 'node:process'
import { checkBooks } from '@giftcards/marketplace'
import { createGeneratedBooks } from './generated-books.ts'

// Audits generated books of as many orders as the command line says. Run with --expose-gc: the memory that is printed is what the
// audit still needs after a collection, at its highest.
const orders = Number(process.argv[2])
const books = createGeneratedBooks(orders)
let pages = 0
let peakBytes = 0
const begin = performance.now()
const broken = await checkBooks({
  ...books,
  async listOrders(after, limit) {
    pages += 1
    if (pages % 50 === 0) {
      globalThis.gc?.()
      peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed)
    }
    return books.listOrders(after, limit)
  },
})
const seconds = Math.round((performance.now() - begin) / 100) / 10
process.stdout.write(JSON.stringify({ orders, broken: broken.slice(0, 10), peakBytes, seconds }))
