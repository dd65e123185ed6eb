import type { Order, OrderStep, OrderUnit } from '@giftcards/marketplace'
import { fromJson, fromKeyColumns, type Nullable, toJson, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'

/** An order as a row, without its units. */
export function toOrderRow(order: Order): Database['orders'] {
  return {
    id: order.id,
    order_id: order.orderId,
    customer_id: order.customerId,
    purchased_at: order.purchasedAt,
    status: order.status,
    order_total_cents: order.orderTotalCents,
    face_value_cents: order.faceValueCents,
    due_cents: order.dueCents,
    coupon: toJson(order.coupon),
    payment: toJson(order.payment),
    shipping: toJson(order.shipping),
    ...toPlanColumns(order.plan),
    hold: order.hold,
  }
}

/** A plan, and when it goes on. */
export function toPlanColumns(plan: readonly OrderStep[]): Pick<Database['orders'], 'plan' | 'next_step_at'> {
  return { plan: toJson(plan), next_step_at: plan[0]?.at ?? null }
}

/** The columns of a card that have no namesake in its order. */
export const ownUnitColumns = [
  'internal_card_id',
  'merchant_id',
  'card_type',
  'percent_off_bps',
  'is_low_risk',
  'unit_cost_cents',
  'coupon_share_cents',
  'payment_share_cents',
  'fulfilled_at',
  'current_balance_cents',
  'sealed_secrets',
] as const satisfies readonly (keyof Database['order_units'])[]

/** What of an order is shown: `next_step_at` is in its plan. */
type OrderColumns = Omit<Database['orders'], 'next_step_at'>

/** An order from its row and those of its units. */
export function fromOrderRow(row: OrderColumns, units: readonly UnitColumns[]): Order {
  return {
    id: row.id,
    orderId: row.order_id,
    customerId: row.customer_id,
    purchasedAt: row.purchased_at,
    status: row.status,
    orderTotalCents: row.order_total_cents,
    faceValueCents: row.face_value_cents,
    dueCents: row.due_cents,
    coupon: fromJson(row.coupon),
    payment: fromJson(row.payment),
    shipping: fromJson(row.shipping),
    units: units.map(fromUnitRow),
    plan: fromJson(row.plan),
    hold: row.hold,
  }
}

/** An order beside one of its units; columns of both that have one name are told apart. */
export type JoinedRow = OrderColumns &
  Nullable<Omit<UnitColumns, 'face_value_cents' | 'id'>> & {
    readonly unit_id: number | null
    readonly unit_face_value_cents: number | null
  }

/** An order from its rows, in each of which it is the same; `undefined` from none. */
export function fromJoinedRows(rows: readonly JoinedRow[]): Order | undefined {
  const [first] = rows
  return first && fromOrderRow(first, rows.filter(hasUnit).map(toUnitColumns))
}

type RowOfUnit = JoinedRow &
  UnitColumns & { readonly unit_id: number; readonly unit_face_value_cents: number }

function hasUnit(row: JoinedRow): row is RowOfUnit {
  return row.unit_id !== null
}

// Each by its name: to copy all there is takes longer than the query.
function toUnitColumns(row: RowOfUnit): UnitColumns {
  return {
    id: row.unit_id,
    internal_card_id: row.internal_card_id,
    merchant_id: row.merchant_id,
    card_type: row.card_type,
    face_value_cents: row.unit_face_value_cents,
    percent_off_bps: row.percent_off_bps,
    is_low_risk: row.is_low_risk,
    unit_cost_cents: row.unit_cost_cents,
    coupon_share_cents: row.coupon_share_cents,
    payment_share_cents: row.payment_share_cents,
    fulfilled_at: row.fulfilled_at,
    current_balance_cents: row.current_balance_cents,
    sealed_secrets: row.sealed_secrets,
  }
}

/** One card of an order as a row. */
export function toUnitRow(orderId: number, unit: OrderUnit, position: number): Database['order_units'] {
  return {
    id: unit.id,
    order_id: orderId,
    position,
    internal_card_id: unit.internalCardId,
    ...toKeyColumns(unit),
    unit_cost_cents: unit.unitCostCents,
    coupon_share_cents: unit.couponShareCents,
    payment_share_cents: unit.paymentShareCents,
    fulfilled_at: unit.fulfilledAt,
    current_balance_cents: unit.currentBalanceCents,
    sealed_secrets: unit.sealedSecrets,
  }
}

/** What of a unit is shown in its order. */
export type UnitColumns = Omit<Database['order_units'], 'order_id' | 'position'>

/** A card of an order from its row. */
export function fromUnitRow(row: UnitColumns): OrderUnit {
  return {
    ...fromKeyColumns(row),
    id: row.id,
    internalCardId: row.internal_card_id,
    unitCostCents: row.unit_cost_cents,
    couponShareCents: row.coupon_share_cents,
    paymentShareCents: row.payment_share_cents,
    fulfilledAt: row.fulfilled_at,
    currentBalanceCents: row.current_balance_cents,
    sealedSecrets: row.sealed_secrets,
  }
}
