import { inspect } from 'node:util'
import { vi } from 'vitest'
import { type CheckoutInput, ClientError, createPartnerClient } from '../../src/index.ts'
import { createFaultyService, createRandom, type Fate, fates } from './faulty-service.ts'

const password = 'correct-horse-battery'
const number = '4111111111111111'

/** How a caller fared with one thing that it wanted to buy once. */
interface Purchase {
  readonly intention: string
  /** The key that the caller chose, if it did. */
  readonly ownKey: string | undefined
  readonly errors: unknown[]
  orderId?: number
}

/** Stops the clock until `resumeTime`: schedules wait for nothing. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: 0 })
}

export function resumeTime(): void {
  vi.useRealTimers()
}

/** Runs a number of schedules, and describes the faults of the first that break a promise; empty if all keep it. */
export async function runSchedules(seed: number, count: number): Promise<string> {
  const wrong: string[] = []
  for (let index = 0; index < count && wrong.length < 3; index++)
    wrong.push(...(await runSchedule(seed + index)))
  return wrong.join('\n\n')
}

/**
 * Makes a caller buy one to three things, while the seed determines the faults of the service and the network. Returns
 * the faults of the outcome, or an empty list if every promise holds. Timers must be fake.
 */
async function runSchedule(seed: number): Promise<readonly string[]> {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const faultRate = pick([0.1, 0.4, 0.8])
  const logged: string[] = []
  let controller = new AbortController()
  const choose = (): Fate => (random() < faultRate ? pick(fates) : 'respond')
  const service = createFaultyService(choose, () =>
    controller.abort(pick([undefined, 'left', new Error('left')])),
  )
  const client = createPartnerClient({
    baseUrl: 'http://service.test',
    appId: 'app',
    credentials: { email: 'elm@example.com', password },
    fetch: service.fetch,
    timeoutMs: 50,
    retry: { attempts: pick([1, 2, 3]), baseDelayMs: 10, maxDelayMs: 2_000 },
    deadlineMs: pick([undefined, 100, 5_000]),
    logger: (event) => {
      logged.push(JSON.stringify(event))
      if (random() < 0.1) throw new Error('disk is full')
      return random() < 0.1 ? Promise.reject(new Error('disk is full')) : undefined
    },
    onRequest: () => failSometimes(random() < 0.01),
    onResponse: () => failSometimes(random() < 0.01),
    tokenStore: createFlakyStore(() => random() < 0.02),
  })

  /** Buys one thing: as documented, calls again with the key of the error while an order may stand or may yet be placed. */
  async function buy(purchase: Purchase): Promise<void> {
    let idempotencyKey = purchase.ownKey
    for (let tries = 1; tries <= 4; tries++) {
      if (controller.signal.aborted) controller = new AbortController()
      const signal = pick([undefined, controller.signal])
      try {
        const { buyOrder } = await client.checkout(inputOf(purchase.intention), { idempotencyKey, signal })
        purchase.orderId = buyOrder.id
        return
      } catch (error) {
        purchase.errors.push(error)
        if (!(error instanceof ClientError) || !(error.retryable || error.outcomeUnknown)) return
        idempotencyKey = error.idempotencyKey
      }
    }
  }

  const purchases = Array.from({ length: pick([1, 1, 2, 3]) }, (_, index): Purchase => {
    const intention = `buy-${index}`
    return { intention, ownKey: pick([undefined, `own-${index}`]), errors: [] }
  })
  const others = random() < 0.3 ? [client.createCart().catch(() => undefined)] : []
  const settled = vi.fn<() => void>()
  void Promise.all([...purchases.map(buy), ...others]).then(settled)
  for (let step = 0; settled.mock.calls.length === 0; step++) {
    if (step > 5_000) return [`seed ${seed}: the calls do not end`]
    await vi.advanceTimersToNextTimerAsync()
  }
  const wrong = [
    ...purchases.flatMap((purchase) => judge(purchase, service.orders)),
    ...findLeaks([...logged, ...purchases.flatMap(({ errors }) => errors.map(reveal))], service.tokens),
  ]
  return wrong.map((text) => `seed ${seed}: ${text}\n${service.trace.join('\n')}`)
}

function inputOf(intention: string): CheckoutInput {
  const address = {
    firstname: 'Erin',
    lastname: 'Elm',
    street: number,
    city: 'Portland',
    state: 'OR',
    postcode: '97201',
  }
  return {
    cards: [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 }],
    payment: { method: 'ACH', details: { id: 7001 } },
    shippingDetails: address,
    couponCode: intention,
  }
}

/** The faults in the outcome of a purchase. */
function judge(
  { errors, intention, orderId }: Purchase,
  orders: ReturnType<typeof createFaultyService>['orders'],
): readonly string[] {
  const placed = orders.filter((order) => order.intention === intention)
  const last = errors.at(-1)
  const wrong = errors.flatMap((error) => {
    if (!(error instanceof ClientError)) return [`${intention} failed with ${inspect(error)}`]
    const { idempotencyKey, operationId } = error
    return operationId === 'checkout' && idempotencyKey
      ? []
      : [`${intention} failed without its key: ${inspect(error)}`]
  })
  if (placed.length > 1) wrong.push(`${intention} was ordered ${placed.length} times`)
  if (orderId !== undefined) {
    if (placed[0]?.id !== orderId)
      wrong.push(`${intention} was told of order ${orderId}, not of ${placed[0]?.id}`)
  } else if (placed[0] && last instanceof ClientError) {
    if (last.idempotencyKey !== placed[0].key)
      wrong.push(`${intention} was ordered with a key the caller has not`)
    // One of the calls left the order behind, and has to say that it may have.
    if (!errors.some((error) => error instanceof ClientError && error.outcomeUnknown))
      wrong.push(`${intention} was ordered, and its errors deny it: ${inspect(last)}`)
  }
  return wrong
}

/** All that one is apt to write to a log of an error. */
function reveal(error: unknown): string {
  const { stack } = error as Error
  return [stack, inspect(error, { depth: 9, showHidden: true, getters: true }), JSON.stringify(error)].join(
    '\n',
  )
}

function findLeaks(texts: readonly string[], tokens: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    [...tokens, password, number]
      .filter((secret) => text.includes(secret))
      .map((secret) => `leaked ${secret} in ${text}`),
  )
}

function failSometimes(fails: boolean): void {
  if (fails) throw new Error('a hook of the caller failed')
}

/** A store that keeps the token in memory and sometimes fails. */
function createFlakyStore(fails: () => boolean) {
  let held: string | undefined
  return {
    get: () => (fails() ? Promise.reject(new Error('store is gone')) : held),
    set(token: string | undefined) {
      if (fails()) throw new Error('store is full')
      held = token
    },
  }
}
