import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContendedService, startContendedService } from './contended-service.ts'
import { customersOf, openShop, type Shop } from './shop.ts'
import type { Answer } from './shopper.ts'

const size = { strangers: 12, payers: 4, collectors: 8 }
const rounds = 5

let service: ContendedService
let shop: Shop
beforeAll(async () => {
  service = await startContendedService(3, customersOf(size))
  shop = await openShop(service.baseUrls, size)
})
afterAll(() => service.end())

/** Runs clients that work without a pause, one turn after another. Returns each operation with each status that was seen. */
async function runLanes(
  lanes: number,
  work: (turn: number) => Promise<readonly Answer[]>,
): Promise<Set<string>> {
  const seen = new Set<string>()
  const runLane = async (_: unknown, lane: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1)
      for (const { operationId, status } of await work(lane + round * lanes))
        seen.add(`${operationId} ${status}`)
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return seen
}

describe('three servers on one PostgreSQL, beside a crowd on one account and one stock row', () => {
  let strangers: ReadonlySet<string>
  let crowd: ReadonlySet<string>
  beforeAll(async () => {
    ;[strangers, crowd] = await Promise.all([
      runLanes(size.strangers, (turn) => shop.strangerTurn(turn)),
      runLanes(3 * size.payers, (turn) => shop.crowdTurn(turn)),
    ])
  })

  it('serve every stranger', () => {
    expect([...strangers].toSorted()).toStrictEqual([
      'addCards 201',
      'checkout 201',
      'createCart 200',
      'createCart 201',
    ])
  })

  it('serve the crowd, or say what is short', () => {
    // There are three cards for eight collectors, so some are refused.
    const documented = [
      'addCards 201',
      'addCards 400',
      'checkout 201',
      'createCart 200',
      'createCart 201',
      'removeCard 200',
    ]
    expect([...crowd].filter((answer) => !documented.includes(answer))).toStrictEqual([])
  })

  it('meet no deadlock', () => {
    expect(service.errors.get('deadlock detected')).toBeUndefined()
  })

  it('leave sound books', async () => {
    expect(await service.checkBooks()).toStrictEqual([])
  })
})
