import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromFlag, toFlag } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement, statementBy } from '../statements/statement.ts'
import { fromCouponRow, toCouponRow } from './coupons.ts'
import { toCustomerRow } from './customers.ts'
import { assertUpdated } from './db.ts'
import { insertOf } from './insert-of.ts'
import { fromMerchantRow, toMerchantRow } from './merchants.ts'

type OperatorReader = Pick<StoreReader, 'listApps' | 'listCoupons' | 'listMerchants'>

const allApps = statement((db) => db.selectFrom('apps').select(tableColumns.apps).orderBy('id'))
const allCoupons = statement((db) => db.selectFrom('coupons').select(tableColumns.coupons).orderBy('id'))
const allMerchants = statement((db) =>
  db.selectFrom('merchants').select(tableColumns.merchants).orderBy('id'),
)

/** Lists what operators put into a store. */
export function readOperator(session: Session): OperatorReader {
  return {
    listApps: async () =>
      (await session.all(allApps, {})).map((row) => ({ id: row.id, isEnabled: fromFlag(row.is_enabled) })),
    listCoupons: async () => (await session.all(allCoupons, {})).map(fromCouponRow),
    listMerchants: async () =>
      (await session.all(allMerchants, {})).map((row) => fromMerchantRow(row.id, row)),
  }
}

type OperatorWriter = Pick<
  StoreTransaction,
  'putApp' | 'insertCustomer' | 'insertDrawdownAccount' | 'insertCoupon' | 'updateCoupon' | 'putMerchant'
>

const putApp = statement((db, row: Database['apps']) =>
  db
    .insertInto('apps')
    .values(columnsOf(row, tableColumns.apps))
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columnsOf(row, ['is_enabled']))),
)

const putMerchant = statement((db, row: Database['merchants']) =>
  db
    .insertInto('merchants')
    .values(columnsOf(row, tableColumns.merchants))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(columnsOf(row, tableColumns.merchants.slice(1))),
    ),
)

const lastId = statementBy('customers', (db, _values: object, table: 'customers' | 'coupons') =>
  db.selectFrom(table).select((eb) => eb.fn.max('id').as('id')),
)

const insertCustomers = insertOf('customers')
const insertAccounts = insertOf('drawdown_accounts')
const insertCoupons = insertOf('coupons')

const setExpires = statement((db, { id, expires }: { readonly id: number; readonly expires: string }) =>
  db.updateTable('coupons').set('expires', expires).where('id', '=', id),
)

/** Writes what operators put into a store. Of two who take the same id at a time, one is rolled back and tries again. */
export function writeOperator(session: Session): OperatorWriter {
  const nextId = async (table: 'customers' | 'coupons') =>
    ((await session.first(lastId(table), {}))?.id ?? 0) + 1
  return {
    async putApp({ id, isEnabled }) {
      await session.run(putApp, { id, is_enabled: toFlag(isEnabled) })
    },
    async insertCustomer(customer) {
      const id = await nextId('customers')
      await insertCustomers(session, [toCustomerRow({ ...customer, id })])
      return id
    },
    async insertDrawdownAccount(customerId) {
      const row = { customer_id: customerId, balance_cents: 0, pending_cents: 0, is_active: toFlag(true) }
      await insertAccounts(session, [row])
    },
    async insertCoupon(coupon) {
      const id = await nextId('coupons')
      await insertCoupons(session, [toCouponRow({ ...coupon, id })])
      return id
    },
    async updateCoupon(id, { expires }) {
      assertUpdated(await session.run(setExpires, { id, expires }), `coupon: ${id}`)
    },
    async putMerchant(merchant) {
      await session.run(putMerchant, toMerchantRow(merchant))
    },
  }
}
