import type { Cart, CartLine, CartOwner, CartWithMerchants, Merchant } from '@giftcards/marketplace'
import { fromKeyColumns, type Nullable, toKeyColumns } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { fromMerchantRow } from './merchants.ts'

/** Who owns a cart, as columns. */
export type OwnerColumns = Pick<Database['carts'], 'owner_kind' | 'owner_id'>

/** An owner as columns, which also make the `where`. */
export function toOwnerColumns(owner: CartOwner): OwnerColumns {
  return owner.kind === 'customer'
    ? { owner_kind: 'customer', owner_id: String(owner.customerId) }
    : { owner_kind: 'session', owner_id: owner.sessionId }
}

function fromOwnerColumns({ owner_kind: kind, owner_id: id }: OwnerColumns): CartOwner {
  return kind === 'customer' ? { kind, customerId: Number(id) } : { kind, sessionId: id }
}

/** What of a line is shown in its cart. */
type LineColumns = Omit<Database['cart_lines'], 'cart_id' | 'position'>

/** A cart beside one of its lines. */
export type JoinedRow = Omit<Database['carts'], 'id'> & { readonly cart_id: string } & Nullable<LineColumns>

/** A cart from its rows, in each of which it is the same; `undefined` from none. */
export function fromJoinedRows(rows: readonly JoinedRow[]): Cart | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const { cart_id: id, owner_kind, owner_id, coupon_code, expires_at } = first
  return fromCartRow({ id, owner_kind, owner_id, coupon_code, expires_at }, rows.filter(isLine))
}

/** A cart beside one of its lines and its merchant. */
export type RowWithMerchant = JoinedRow & Nullable<Omit<Database['merchants'], 'id'>>

/** A cart with its merchants from its rows; `undefined` from none. */
export function fromRowsWithMerchants(rows: readonly RowWithMerchant[]): CartWithMerchants | undefined {
  const cart = fromJoinedRows(rows)
  if (cart === undefined) return undefined
  const merchants = new Map<number, Merchant>()
  for (const row of rows)
    if (hasMerchant(row) && !merchants.has(row.merchant_id))
      merchants.set(row.merchant_id, fromMerchantRow(row.merchant_id, row))
  return { cart, merchants }
}

type MerchantColumns = Omit<Database['merchants'], 'id'> & Pick<Database['cart_lines'], 'merchant_id'>

function hasMerchant(row: RowWithMerchant): row is RowWithMerchant & MerchantColumns {
  return row.merchant_id !== null && row.name !== null
}

function isLine(row: JoinedRow): row is JoinedRow & LineColumns {
  return row.id !== null
}

/** A cart from its row and those of its lines. */
export function fromCartRow(row: Database['carts'], lines: readonly LineColumns[]): Cart {
  return {
    id: row.id,
    owner: fromOwnerColumns(row),
    couponCode: row.coupon_code,
    lines: lines.map((line) => ({ ...fromKeyColumns(line), id: line.id, quantity: line.quantity })),
    expiresAt: row.expires_at,
  }
}

/** A line as a row, without its place in the cart. */
export function toLineRow(cartId: string, line: CartLine): Omit<Database['cart_lines'], 'position'> {
  return { cart_id: cartId, id: line.id, ...toKeyColumns(line), quantity: line.quantity }
}
