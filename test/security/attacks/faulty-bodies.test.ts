import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endProcesses } from '@giftcards/test-harness/process'
import {
  checkoutOf,
  type Exchange,
  fillCart,
  fillPath,
  type Partner,
  send,
  storyCard,
} from '@giftcards/test-harness'
import { measureCpu, openPartner, startAttackedProcess } from './start-attacked-server.ts'

/** The largest body that the server takes. */
const bodyBytes = 256 * 1024
const requestsEach = 20
const most = { cost: 5, messages: 20, responseBytes: 16 * 1024 }

let url: string
let partner: Partner
let addCardsPath: string
const checkoutPath = fillPath(operationTable.checkout.path, { query: { checkout: 'condensed' } })
/** CPU time of valid requests of the full size, by operation. */
let validCost: Readonly<Record<'addCards' | 'checkout', number>>

/** `begin`, then as many different items as fit, then `end`. */
function fillBody(begin: string, item: (index: number) => string, end: string): string {
  const parts: string[] = []
  for (let index = 0, bytes = begin.length + end.length; ; index += 1) {
    const text = item(index)
    bytes += text.length + 1
    if (bytes > bodyBytes) return begin + parts.join(',') + end
    parts.push(text)
  }
}

/** A valid body with as many superfluous texts as fit. */
const padBody = (body: unknown): string =>
  fillBody(
    `${JSON.stringify(body).slice(0, -1)},"notes":[`,
    (index) => `"${'note '.repeat(100)}${index}"`,
    ']}',
  )

const wrongCard = {
  merchantId: 'none',
  faceValue: -0.001,
  percentOff: 'half',
  type: 'wooden',
  quantity: 0.5,
  isLowRisk: 'maybe',
}

const faultyBodies: readonly (readonly [string, () => string])[] = [
  ['cards that are numbers', () => fillBody('{"cards":[', () => '0', ']}')],
  ['cards without a property', () => fillBody('{"cards":[', () => '{}', ']}')],
  [
    'thousands of cards with every property wrong',
    () => fillBody('{"cards":[', () => JSON.stringify(wrongCard), ']}'),
  ],
  [
    'hundreds of long cards with every property wrong',
    () => fillBody('{"cards":[', () => JSON.stringify({ ...wrongCard, type: 'x'.repeat(500) }), ']}'),
  ],
  [
    'a card of thousands of properties',
    () => fillBody('{"cards":[{', (index) => `"unknown${index}":${index}`, '}]}'),
  ],
  ['thousands of properties', () => fillBody('{', (index) => `"unknown${index}":${index}`, '}')],
  ['thousands of equal properties', () => fillBody('{', () => '"cards":0', '}')],
  ['arrays in arrays', () => `{"cards":${'['.repeat(130_000)}${']'.repeat(130_000)}}`],
  ['objects in objects', () => `{"cards":${'{"a":'.repeat(43_000)}0${'}'.repeat(43_000)}}`],
  ['one huge string', () => `{"cards":"${'x'.repeat(262_000)}"}`],
  ['a type that is a huge string', () => `{"cards":[{"type":"${'x'.repeat(262_000)}"}]}`],
  ['a number of thousands of digits', () => `{"cards":[{"faceValue":${'9'.repeat(262_000)}}]}`],
  ['a huge name', () => `{"${'x'.repeat(262_000)}":0}`],
  ['text that is not JSON', () => `{"cards":${'"'.repeat(262_000)}`],
]

const post = (path: string, body: string): Promise<Exchange> => {
  const headers = { 'x-cc-app': 'demo-app', authorization: `Bearer ${partner.token}` }
  return send(url, { method: 'post', path, headers, body })
}

/** CPU time of some requests, once the server has seen some of their kind; they all have this status. */
async function costOf(path: string, body: string, status: number): Promise<number> {
  const run = async (): Promise<void> => {
    for (let count = 0; count < requestsEach; count += 1) {
      const answer = await post(path, body)
      expect(answer.status, `status of ${answer.text.slice(0, 500)}`).toBe(status)
      expect(answer.messages.length).toBeLessThanOrEqual(most.messages)
      expect(answer.text.length).toBeLessThan(most.responseBytes)
    }
  }
  await run()
  return measureCpu(url, run)
}

beforeAll(async () => {
  const server = await startAttackedProcess({ LOG_LEVEL: 'silent' })
  ;({ url } = server)
  partner = await openPartner(url, 'elite@example.com')
  const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
  addCardsPath = fillPath(operationTable.addCards.path, { path: { cartId } })
  const { body: order } = checkoutOf([storyCard.harborB2B()])
  validCost = {
    // Every one of them finds its cards, a few are left: stock is 100 of this kind.
    checkout: await costOf(checkoutPath, padBody(order), 201),
    addCards: await costOf(addCardsPath, padBody({ cards: [storyCard.harborB2B()] }), 201),
  }
})
afterAll(endProcesses)

describe('a body of 256 KiB full of faults', () => {
  it.each(faultyBodies)('costs addCards little: %s', async (_what, body) => {
    const cost = await costOf(addCardsPath, body(), 400)
    expect(cost / validCost.addCards).toBeLessThan(most.cost)
  })

  it.each(faultyBodies)('costs checkout little: %s', async (_what, body) => {
    const cost = await costOf(checkoutPath, body(), 400)
    expect(cost / validCost.checkout).toBeLessThan(most.cost)
  })
})
