import type { PaymentLeg, PaymentLegKey } from '../model/payment.ts'
import { formatDollars } from '../money.ts'
import { type MarketplaceDeps, withinLimit } from '../ports/deps.ts'
import { type GatewayCharge, type GatewayRecord, PaymentUnavailableError } from '../ports/payment-gateway.ts'
import type { Store } from '../ports/store.ts'
import { settings } from '../settings.ts'

type Deps = Pick<MarketplaceDeps, 'store' | 'realTime' | 'gateway'>

/** Options of `reconcileGateway`. */
export interface ReconcileOptions {
  /** Leaves out payments that have not changed since, and charges made before; milliseconds since the epoch. */
  readonly since?: number
  /** Called periodically with the number of payments and charges compared so far. */
  readonly onProgress?: (compared: { readonly payments: number; readonly charges: number }) => void
}

/** The number of payments compared at one time. */
const atOneTime = 10

/** The number of legs read at a time. */
const pageSize = 200

/**
 * Compares the payments here with the gateway's own record, and yields a sentence for each disagreement. It looks up every
 * payment at the gateway. If the gateway can list its charges, it also reports charges without a payment here. Only reads, a page
 * at a time, so it can run beside servers that charge and refund. Rejects with `PaymentUnavailableError` if the gateway does not
 * respond.
 */
export async function* reconcileGateway(deps: Deps, options: ReconcileOptions = {}): AsyncGenerator<string> {
  const { since = Number.NEGATIVE_INFINITY, onProgress } = options
  const compared = { payments: 0, charges: 0 }
  /** The references reported so far. */
  const reported = new Set<string>()
  for await (const payments of inChunks(everyPayment(deps), atOneTime)) {
    const wanted = payments.filter((legs) => legs.some(({ changedAt }) => changedAt >= since))
    const found = await Promise.all(wanted.map((legs) => comparePayment(deps, legs)))
    for (const [index, sentences] of found.entries()) {
      yield* sentences
      const [leg] = wanted[index] ?? []
      if (sentences.length > 0 && leg !== undefined) reported.add(leg.reference)
    }
    compared.payments += wanted.length
    onProgress?.(compared)
  }
  const charges = listCharges(deps, options.since === undefined ? {} : { since: options.since })
  for await (const chunk of inChunks(charges, atOneTime)) {
    const found = await Promise.all(chunk.map((charge) => compareCharge(deps, charge, reported)))
    yield* found.flat()
    compared.charges += chunk.length
    onProgress?.(compared)
  }
}

/** The pauses before the second and the third attempt, in milliseconds. */
const pausesMs = [2000, 10_000] as const

/** Yields the legs of each payment, by order number. */
async function* everyPayment({ store }: Deps): AsyncGenerator<readonly PaymentLeg[]> {
  let payment: PaymentLeg[] = []
  for (let after: PaymentLegKey | undefined = { orderId: 0, position: 0 }; after !== undefined;) {
    const page = await listLegs(store, after)
    for (const leg of page) {
      if (payment.length > 0 && payment[0]?.orderId !== leg.orderId) {
        yield payment
        payment = []
      }
      payment.push(leg)
    }
    after = page.at(-1)
  }
  if (payment.length > 0) yield payment
}

function listLegs(store: Store, after: PaymentLegKey): Promise<readonly PaymentLeg[]> {
  return store.readOne((tx) => tx.listPaymentLegsAfter(after, pageSize))
}

async function* inChunks<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<readonly Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Compares one payment. If the records disagree, its legs are read again: a server may have refunded it meanwhile. */
async function comparePayment(deps: Deps, legs: readonly PaymentLeg[]): Promise<readonly string[]> {
  const [first] = legs
  if (first === undefined) return []
  for (let ours = legs; ;) {
    // The payment has not ended; the process that ends it calls the gateway itself.
    if (ours.some(({ state }) => state === 'pending')) return []
    const sentences = compareLegs(first.reference, ours, await findRecords(deps, first.reference))
    if (sentences.length === 0) return []
    const now = await deps.store.read((tx) => tx.listPaymentLegs(first.orderId))
    if (now.every(({ state }, index) => state === ours[index]?.state)) return sentences
    ours = now
  }
}

/** Retries after a pause: one lost response must not end a comparison of a million payments. */
async function findRecords(
  { gateway, realTime }: Deps,
  reference: string,
): Promise<readonly GatewayRecord[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await withinLimit(realTime.startTimer, settings.gatewayLimitMs, () => gateway.find(reference))
    } catch (cause) {
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined)
        throw new PaymentUnavailableError(
          `The payment gateway does not report its charges under ${reference}`,
          { cause },
        )
      await new Promise<void>((resolve) => void realTime.startTimer(pauseMs, resolve))
    }
  }
}

async function* listCharges(
  { gateway }: Deps,
  filter: { readonly since?: number },
): AsyncGenerator<GatewayCharge> {
  try {
    yield* gateway.list?.(filter) ?? []
  } catch (cause) {
    throw new PaymentUnavailableError('The payment gateway does not list its charges', { cause })
  }
}

function compareLegs(
  reference: string,
  ours: readonly PaymentLeg[],
  theirs: readonly GatewayRecord[],
): readonly string[] {
  const positions = new Set([...ours.map(({ position }) => position), ...theirs.map(({ leg }) => leg)])
  return [...positions].flatMap((position) => {
    const leg = ours.find((one) => one.position === position)
    // A gateway that has charged one leg twice reports both charges.
    const charges = theirs.filter((one) => one.leg === position && one.state === 'charged')
    const heldCents = charges.reduce((sum, charge) => sum + heldOf(charge), 0)
    const name = nameOf(reference, position)
    if (!allowedCents(leg).includes(heldCents))
      return [`${name}: ${describeLeg(leg)}, but the gateway ${describeCharges(charges)}`]
    const [charge] = charges
    const [here, there] = [leg?.gatewayReference, charge?.gatewayReference]
    return typeof here === 'string' && there !== undefined && here !== there
      ? [`${name}: named ${printable(here)} here, but ${printable(there)} by the gateway`]
      : []
  })
}

/** The amounts that the gateway may hold for a leg. A refund in progress may or may not have reached it. */
function allowedCents(leg: PaymentLeg | undefined): readonly number[] {
  if (leg?.state === 'charged') return [leg.amountCents]
  return leg?.state === 'refunding' ? [leg.amountCents, 0] : [0]
}

/** Whether the gateway still holds part of a charge, and no order or payment here has its reference. */
async function compareCharge(
  { store }: Deps,
  charge: GatewayCharge,
  reported: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { reference, leg } = charge
  if (heldOf(charge) === 0 || reported.has(reference)) return []
  const isKnown = await store.read(async (tx) => {
    const orderId = /^order:(.+)$/.exec(reference)?.[1]
    if (orderId !== undefined && (await tx.findOrderByOrderId(orderId)) !== undefined) return true
    return (await tx.findPayment(reference)) !== undefined
  })
  if (isKnown) return []
  return [`${nameOf(reference, leg)}: no order here, but the gateway ${describeCharges([charge])}`]
}

const heldOf = ({ state, amountCents, refundedCents }: GatewayRecord): number =>
  state === 'charged' ? amountCents - refundedCents : 0

const nameOf = (reference: string, leg: number): string => `Payment ${printable(reference)}, leg ${leg}`

function describeLeg(leg: PaymentLeg | undefined): string {
  if (leg === undefined) return 'unknown here'
  return leg.state === 'charged' ? `charged ${formatDollars(leg.amountCents)} here` : `${leg.state} here`
}

function describeCharges(charges: readonly GatewayRecord[]): string {
  const chargedCents = charges.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const refundedCents = charges.reduce((sum, charge) => sum + charge.refundedCents, 0)
  if (chargedCents === 0) return 'has charged nothing'
  const back = refundedCents === 0 ? '' : ` and given back ${formatDollars(refundedCents)}`
  return `has charged ${formatDollars(chargedCents)}${back}`
}

/** A name from the gateway, safe to print in one line. */
const printable = (name: string): string => name.slice(0, 100).replaceAll(/[^\x21-\x7e]/g, '?')
