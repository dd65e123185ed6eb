import { ownerText } from '../model/cart.ts'
import type { BooksReader, LedgerKind, LedgerRow } from '../ports/books-reader.ts'
import { compareText } from './memory-reader.ts'
import type { MemoryState } from './memory-state.ts'

/** Reads the books of a state. */
export function createMemoryBooks(state: MemoryState): BooksReader {
  const orders = () => [...state.orders.values()].toSorted((a, b) => a.id - b.id)
  const couponUses = () => [...state.couponUses].map(([orderId, use]) => ({ orderId, ...use }))
  return {
    listStock: async () => [...state.stock.values()],
    listCustomers: async (after, limit) =>
      [...state.customers.values()]
        .filter(({ id }) => id > after)
        .toSorted((a, b) => a.id - b.id)
        .slice(0, limit)
        .map(({ id, storeCreditCents }) => ({
          id,
          storeCreditCents,
          drawdown: state.drawdownAccounts.get(id),
          heldCents: state.orders
            .values()
            .filter((order) => order.customerId === id && order.hold === 'pending')
            .reduce((sum, { dueCents }) => sum + dueCents, 0),
        })),
    listCarts: async (after, limit) =>
      [...state.carts.values()]
        .filter(({ id }) => id > after)
        .toSorted((a, b) => compareText(a.id, b.id))
        .slice(0, limit),
    listOrders: async (after, limit) =>
      orders()
        .filter(({ id }) => id > after)
        .slice(0, limit),
    listPayments: async (after, limit) =>
      [...state.payments.values()]
        .filter(({ reference }) => reference > after)
        .toSorted((a, b) => compareText(a.reference, b.reference))
        .slice(0, limit),
    listCouponUses: async (after, limit) =>
      couponUses()
        .filter(({ orderId }) => orderId > after)
        .toSorted((a, b) => a.orderId - b.orderId)
        .slice(0, limit),
    countCouponUses: async (after, limit) =>
      [...Map.groupBy(couponUses(), ({ couponId, customerId }) => `${couponId}/${customerId}`).values()]
        .flatMap((uses) => {
          const [first] = uses
          const coupon = state.coupons.values().find(({ id }) => id === first?.couponId)
          if (first === undefined) return []
          const { couponId, customerId } = first
          const { usesPerAccount = null, usesInTotal = null } = coupon ?? {}
          return [{ couponId, customerId, uses: uses.length, usesPerAccount, usesInTotal }]
        })
        .toSorted((a, b) => a.couponId - b.couponId || a.customerId - b.customerId)
        .filter(
          ({ couponId, customerId }) =>
            after === undefined ||
            couponId > after.couponId ||
            (couponId === after.couponId && customerId > after.customerId),
        )
        .slice(0, limit),
    listLedger: async (kind, after, limit) =>
      listLedgerOf(state, kind)
        .toSorted(byCustomer)
        .filter((row) => after === undefined || byCustomer(row, after) > 0)
        .slice(0, limit),
    listLedgerByOrder: async (kind, after, limit) =>
      listLedgerOf(state, kind)
        .filter(({ orderId }) => orderId !== null)
        .toSorted(byOrder)
        .filter((row) => after === undefined || byOrder(row, after) > 0)
        .slice(0, limit),
    async listSharedCards(limit) {
      const owned = orders().flatMap(({ id: orderId, units }) => units.map(({ id }) => ({ id, orderId })))
      return [...Map.groupBy(owned, ({ id }) => id)]
        .flatMap(([cardId, [first, second]]) =>
          first === undefined || second === undefined
            ? []
            : [{ cardId, orderIds: [first.orderId, second.orderId] as const }],
        )
        .slice(0, limit)
    },

    findCustomers: async (ids) => new Set(ids.filter((id) => state.customers.has(id))),
    findCoupons: async (codes) => new Set(codes.filter((code) => state.coupons.has(code))),
    async findCartsOf(owners) {
      const wanted = new Set(owners.map(ownerText))
      const carts = [...state.carts.values()].filter(({ owner }) => wanted.has(ownerText(owner)))
      return new Map(carts.map(({ id, owner }) => [ownerText(owner), id]))
    },
    findOrdersOfCards: async (cardIds) =>
      new Map(
        cardIds.flatMap((cardId) => {
          const orderId = state.orderOfCard.get(cardId)
          return orderId === undefined ? [] : [[cardId, orderId] as const]
        }),
      ),
    async findOrderNames(numbers, uuids) {
      const wanted = new Set<number | string>([...numbers, ...uuids])
      const names = orders().flatMap(({ id, orderId }): (number | string)[] => [id, orderId])
      return new Set(names.filter((name) => wanted.has(name)))
    },
  }
}

function listLedgerOf(
  { drawdownTransactions, storeCreditTransactions }: MemoryState,
  kind: LedgerKind,
): readonly LedgerRow[] {
  return kind === 'drawdown'
    ? [...drawdownTransactions.values()].map(({ id, key: _key, ...row }) => ({
        ...row,
        number: id,
      }))
    : [...storeCreditTransactions.values()].map(({ position, ...row }) => ({ ...row, number: position }))
}

const byCustomer = (a: LedgerRow, b: LedgerRow): number => a.customerId - b.customerId || a.number - b.number

const byOrder = (a: LedgerRow, b: LedgerRow): number =>
  (a.orderId ?? 0) - (b.orderId ?? 0) || compareText(a.type, b.type)
