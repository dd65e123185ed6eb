import type { Order, OrderStep, OrderUnit } from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { fromJson, fromKeyColumns, toJson, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'

/** An order as a row, without its units. */
export function toOrderRow(order: Order): Insertable<Database['orders']> {
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

/** An order from its row and those of its units. */
export function fromOrderRow(row: Database['orders'], units: readonly Database['order_units'][]): Order {
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

/** One card of an order as a row. */
export function toUnitRow(
  orderId: number,
  unit: OrderUnit,
  position: number,
): Insertable<Database['order_units']> {
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

function fromUnitRow(row: Database['order_units']): OrderUnit {
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
