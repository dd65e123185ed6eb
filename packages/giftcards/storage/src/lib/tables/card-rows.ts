import type { CardOfOrder } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { fromMerchantRow, shownMerchantColumns } from './merchants.ts'
import { fromUnitRow, ownUnitColumns, type UnitColumns } from './order-rows.ts'

/** A card, its merchant and what of its order is shown; columns of two tables that have one name are told apart. */
export const cardColumns = [
  'order_units.id',
  'order_units.face_value_cents',
  ...ownUnitColumns,
  'orders.id as order_number',
  'orders.order_id',
  'customer_id',
  'purchased_at',
  'status',
  'next_step_at',
  ...shownMerchantColumns,
] as const

type OrderColumns = Pick<
  Database['orders'],
  'order_id' | 'customer_id' | 'purchased_at' | 'status' | 'next_step_at'
>

/** A row of `cardColumns`. */
export type CardRow = UnitColumns &
  Omit<Database['merchants'], 'id'> &
  OrderColumns & { readonly order_number: number }

/** A card from its row. */
export function fromCardRow(row: CardRow): CardOfOrder {
  return {
    unit: fromUnitRow(row),
    order: {
      id: row.order_number,
      orderId: row.order_id,
      customerId: row.customer_id,
      purchasedAt: row.purchased_at,
      status: row.status,
    },
    nextStepAt: row.next_step_at,
    merchant: fromMerchantRow(row.merchant_id, row),
  }
}
