import type { OpenedStore } from '@giftcards/storage'
import * as fc from 'fast-check'
import {
  addCards,
  adjustQuantity,
  applyCoupon,
  type Caller,
  checkout,
  createCart,
  type CustomerCaller,
  depositToDrawdown,
  getOrder,
  login,
  type Order,
  type OrderStatus,
  type Outcome,
  paymentMethods,
  type RefusalKind,
  removeCard,
  removeCoupon,
  runJobs,
  setOrderStatus,
  spendWalletCard,
  sweep,
} from '@giftcards/marketplace'
import {
  anonymous,
  callerOf,
  cardsCheckout,
  checkoutLine,
  magicLine,
  physicalLine,
  sampleAddress,
  samplePassword,
  type TestMarketplace,
} from '@giftcards/marketplace/testing'

/** One step of a story. Returns the outcome if the step can be refused. */
export interface Step {
  readonly name: string
  readonly run: (story: Story) => Promise<Outcome<unknown, RefusalKind> | undefined>
}

/** A marketplace and the orders placed in it so far. */
export interface Story {
  readonly market: TestMarketplace<OpenedStore>
  readonly orders: Order[]
}

const customers = [callerOf('elite'), callerOf('poor'), callerOf('standard')] as const
const anyCustomer = fc.constantFrom<CustomerCaller>(...customers)
const anyCaller = fc.constantFrom<Caller>(...customers, anonymous)
const anyCards = fc
  .constantFrom(
    checkoutLine(),
    physicalLine,
    checkoutLine({ merchantId: 102, faceValueCents: 500, percentOffBps: 50 }),
    checkoutLine({ merchantId: 103, faceValueCents: 3500, percentOffBps: 450 }),
    ...[901, 902, 904, 905, 906].map(magicLine),
  )
  .chain((line) => fc.integer({ min: 1, max: 4 }).map((quantity) => ({ ...line, quantity })))
const anyLines = fc.array(anyCards, { minLength: 1, maxLength: 3 })
const anyCode = fc.constantFrom('SAVE10', 'FIVEOFF', 'NORTHWIND15', 'ELITE5', 'ONCE', 'TWICE', 'EXPIRED')
const anyStatus = fc.constantFrom<OrderStatus>('Canceled', 'Processing', 'Shipped', 'Hold', 'Fulfillment')

/** Any step: of a customer, of an anonymous caller, of an operator, or of time. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyCaller, anyLines).map((args) => adding(...args)) },
  fc.tuple(anyCaller, fc.nat(3), fc.integer({ min: -9, max: 9 })).map((args) => adjusting(...args)),
  fc.tuple(anyCaller, fc.nat(3)).map((args) => removing(...args)),
  fc.tuple(anyCaller, anyCode, fc.boolean()).map((args) => couponing(...args)),
  { weight: 4, arbitrary: buying() },
  { weight: 2, arbitrary: anyCustomer.map(buyingCart) },
  fc.tuple(fc.nat(20), anyStatus).map((args) => settingStatus(...args)),
  fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6000 })).map((args) => spending(...args)),
  fc.nat(20).map(getting),
  fc.integer({ min: 1, max: 9999 }).map(depositing),
  fc.constantFrom('elite', 'standard').map(loggingIn),
  fc.constant<Step>({
    name: 'sweep',
    run: async ({ market }) => {
      await sweep(market.deps)
      await runJobs(market.deps)
    },
  }),
  { weight: 3, arbitrary: fc.constantFrom(1, 60, 600, 1790, 3600, 86_400, 172_800).map(waiting) },
)

function settingStatus(at: number, status: OrderStatus): Step {
  return {
    name: `order ${at} is set to ${status}`,
    run: ({ market, orders }) => setOrderStatus(market.deps, pick(orders, at)?.orderId ?? 'none', status),
  }
}

function spending(at: number, cents: number): Step {
  return {
    name: `${cents} cents of order ${at} are spent`,
    run: ({ market, orders }) => spendWalletCard(market.deps, pick(orders, at)?.units[0]?.id ?? 0, cents),
  }
}

function getting(at: number): Step {
  return {
    name: `order ${at} is looked at`,
    run: ({ market, orders }) => {
      const order = pick(orders, at)
      const caller = customers.find((customer) => customer.customerId === order?.customerId) ?? customers[0]
      return getOrder(market.deps, caller, order?.orderId ?? 'none')
    },
  }
}

function depositing(cents: number): Step {
  return {
    name: `${cents} cents are deposited`,
    run: ({ market }) => depositToDrawdown(market.deps, 'elite@example.com', cents),
  }
}

function loggingIn(name: string): Step {
  const attempt = { email: `${name}@example.com`, password: samplePassword }
  return {
    name: `${name} logs in`,
    run: ({ market }) => login(market.deps, anonymous, attempt).then(() => undefined),
  }
}

function waiting(seconds: number): Step {
  return {
    name: `${seconds} s pass`,
    run: ({ market }) => {
      market.clock.advance(seconds)
      return Promise.resolve(undefined)
    },
  }
}

function adding(caller: Caller, lines: readonly ReturnType<typeof checkoutLine>[]): Step {
  return {
    name: `${caller.sessionId} adds`,
    run: async ({ market }) => addCards(market.deps, caller, (await cartOf(market, caller)).id, lines),
  }
}

function adjusting(caller: Caller, at: number, by: number): Step {
  return {
    name: `${caller.sessionId} adjusts line ${at} by ${by}`,
    run: async ({ market }) => {
      const cart = await cartOf(market, caller)
      return adjustQuantity(market.deps, caller, cart.id, pick(cart.lines, at)?.id ?? 'none', by)
    },
  }
}

function removing(caller: Caller, at: number): Step {
  return {
    name: `${caller.sessionId} removes line ${at}`,
    run: async ({ market }) => {
      const cart = await cartOf(market, caller)
      return removeCard(market.deps, caller, cart.id, pick(cart.lines, at)?.id ?? 'none')
    },
  }
}

function couponing(caller: Caller, code: string, applies: boolean): Step {
  return {
    name: `${caller.sessionId} ${applies ? 'applies' : 'removes'} ${code}`,
    run: async ({ market }) => {
      const { id } = await cartOf(market, caller)
      return applies
        ? applyCoupon(market.deps, caller, id, code)
        : removeCoupon(market.deps, caller, id, code)
    },
  }
}

function buying(): fc.Arbitrary<Step> {
  return fc
    .tuple(
      anyCustomer,
      fc.record({
        lines: anyLines,
        method: fc.constantFrom(...paymentMethods),
        bankId: fc.constantFrom(7001, 7002, 7003),
        cardId: fc.constantFrom(8001, 8002),
        couponCode: fc.option(anyCode, { nil: undefined }),
      }),
    )
    .map(([caller, request]) => ({
      name: `${caller.sessionId} buys by ${request.method}`,
      run: async ({ market, orders }) => {
        const outcome = await checkout(market.deps, caller, cardsCheckout(request))
        if (outcome.kind === 'done') orders.push(outcome.value.order)
        return outcome
      },
    }))
}

function buyingCart(caller: CustomerCaller): Step {
  return {
    name: `${caller.sessionId} buys the cart`,
    run: async ({ market, orders }) => {
      const { id: cartId } = await cartOf(market, caller)
      const outcome = await checkout(market.deps, caller, { shape: 'cart', cartId, shipping: sampleAddress })
      if (outcome.kind === 'done') orders.push(outcome.value.order)
      return outcome
    },
  }
}

async function cartOf(market: TestMarketplace, caller: Caller) {
  return (await createCart(market.deps, caller)).cart
}

function pick<T>(items: readonly T[], at: number): T | undefined {
  return items.length === 0 ? undefined : items[at % items.length]
}
