import { describe, expect, it } from 'vitest'
import { orderStatuses, statusChoices, toLanes } from './order-lanes.ts'
import type { OrderStatus } from './sandbox-data.ts'
import { sampleOrder } from './sample-snapshot.fixture.ts'

/** Fails to compile if a status of the control has no lane. */
const everyStatus: OrderStatus extends (typeof orderStatuses)[number] ? true : never = true

describe('toLanes', () => {
  it('has a lane for every status the control can set', () => {
    expect(everyStatus).toBe(true)
    expect(toLanes([]).map(({ status, orders }) => [status, orders])).toStrictEqual(
      orderStatuses.map((status) => [status, []]),
    )
  })

  it('sorts the orders by status', () => {
    const [held, placed] = [sampleOrder(2, { status: 'Hold' }), sampleOrder(1)]
    const lanes = new Map(toLanes([held, placed]).map(({ status, orders }) => [status, orders]))
    expect(lanes.get('Hold')).toStrictEqual([held])
    expect(lanes.get('Processing')).toStrictEqual([placed])
  })

  it('adds a lane for a status it does not know', () => {
    expect(toLanes([sampleOrder(1, { status: 'Lost' })]).at(-1)?.status).toBe('Lost')
  })
})

describe('statusChoices', () => {
  it('offers any other status', () => {
    const digital = sampleOrder(1, { cards: sampleOrder(1).cards.slice(0, 1) })
    expect(statusChoices(digital)).toStrictEqual(orderStatuses.filter((status) => status !== 'Processing'))
  })

  it('offers no digital delivery of physical cards', () => {
    expect(statusChoices(sampleOrder(1))).not.toContain('Digitally Delivered')
  })

  it('offers nothing for a canceled order', () => {
    expect(statusChoices(sampleOrder(1, { status: 'Canceled' }))).toStrictEqual([])
  })
})
