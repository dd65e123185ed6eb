import type { Order } from './sandbox-data.ts'

/** A past or current status of an order. */
export interface TrailStep {
  readonly status: string
  /** Milliseconds since the epoch, by the service clock; `null` if the page was not watching. */
  readonly atMs: number | null
}

/** The statuses of each order, oldest first, by `orderId`. */
export type OrderTrails = ReadonlyMap<string, readonly TrailStep[]>

/**
 * Adds the changes of the orders between two polls. Every order starts as Processing (specification 3.2). A planned step that was
 * due in between has happened, even if both polls missed it. `nowMs` is `null` at the first poll: the times of earlier changes
 * are unknown.
 */
export function foldTrails(
  trails: OrderTrails,
  before: readonly Order[],
  after: readonly Order[],
  nowMs: number | null,
): OrderTrails {
  const known = new Map(before.map((order) => [order.orderId, order]))
  const newest = Math.max(0, ...before.map((order) => order.id))
  return new Map(
    after.map((order) => {
      const earlier = known.get(order.orderId)
      const trail = trails.get(order.orderId) ?? firstSteps(order)
      const isWitnessed = earlier !== undefined || order.id > newest
      return [order.orderId, goOn(trail, earlier, order, isWitnessed ? nowMs : null)] as const
    }),
  )
}

function firstSteps(order: Order): readonly TrailStep[] {
  return [{ status: 'Processing', atMs: Date.parse(order.datePurchased) }]
}

function goOn(
  trail: readonly TrailStep[],
  before: Order | undefined,
  { status }: Order,
  nowMs: number | null,
): readonly TrailStep[] {
  const announced = before?.nextStep
  const isDue = announced != null && nowMs !== null && Date.parse(announced.at) <= nowMs
  const passed = isDue ? append(trail, { status: announced.status, atMs: Date.parse(announced.at) }) : trail
  return append(passed, { status, atMs: nowMs })
}

function append(trail: readonly TrailStep[], step: TrailStep): readonly TrailStep[] {
  return trail.at(-1)?.status === step.status ? trail : [...trail, step]
}
