import type { Merchant, StoreReader } from '@giftcards/marketplace'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { statementBy } from '../statements/statement.ts'
import { isId } from './db.ts'

const merchantsByIds = statementBy(3, (db, { ids }: { readonly ids: readonly number[] }, length: number) =>
  db.selectFrom('merchants').select(tableColumns.merchants).where('id', 'in', itemsOf(ids, length)),
)

/** Finds merchants. */
export function readMerchants(session: Session): Pick<StoreReader, 'findMerchants'> {
  return {
    async findMerchants(ids) {
      const known = ids.filter(isId)
      if (known.length === 0) return new Map()
      const rows = await session.all(merchantsByIds(known.length), { ids: known })
      return new Map(rows.map((row) => [row.id, fromMerchantRow(row.id, row)]))
    },
  }
}

/** Merchants that were found once. */
export interface KnownMerchants {
  readonly findMerchants: StoreReader['findMerchants']
  /** For when they are replaced. */
  readonly forget: () => void
}

/** Asks for each merchant once: a checkout needs its merchants four times. */
export function rememberMerchants({ findMerchants }: Pick<StoreReader, 'findMerchants'>): KnownMerchants {
  const known = new Map<number, Merchant>()
  return {
    async findMerchants(ids) {
      const unknown = ids.filter((id) => !known.has(id))
      if (unknown.length > 0)
        for (const [id, merchant] of await findMerchants(unknown)) known.set(id, merchant)
      const found = new Map<number, Merchant>()
      for (const id of ids) {
        const merchant = known.get(id)
        if (merchant !== undefined) found.set(id, merchant)
      }
      return found
    },
    forget: () => known.clear(),
  }
}

/** The columns of a merchant but its id, for joins with a table that has it. */
export const shownMerchantColumns = [
  'name',
  'image',
  'color',
  'description',
  'course',
  'balance_check_link',
  'buy_message',
  'barcode_format',
  'barcode_prefix',
  'cards_have_pin',
  'can_balance_inquiry',
] as const satisfies readonly (keyof Database['merchants'])[]

/** A merchant as a row. */
export function toMerchantRow(merchant: Merchant): Database['merchants'] {
  const { id, name, image, color, description, course } = merchant
  return {
    id,
    name,
    image,
    color,
    description,
    course,
    balance_check_link: merchant.balanceCheckLink,
    buy_message: merchant.buyMessage,
    barcode_format: merchant.barcodeFormat,
    barcode_prefix: merchant.barcodePrefix,
    cards_have_pin: toFlag(merchant.cardsHavePin),
    can_balance_inquiry: toFlag(merchant.canBalanceInquiry),
  }
}

/** A merchant from its row. */
export function fromMerchantRow(id: number, row: Omit<Database['merchants'], 'id'>): Merchant {
  const { name, image, color, description, course } = row
  return {
    id,
    name,
    image,
    color,
    description,
    course,
    balanceCheckLink: row.balance_check_link,
    buyMessage: row.buy_message,
    barcodeFormat: row.barcode_format,
    barcodePrefix: row.barcode_prefix,
    cardsHavePin: fromFlag(row.cards_have_pin),
    canBalanceInquiry: fromFlag(row.can_balance_inquiry),
  }
}
