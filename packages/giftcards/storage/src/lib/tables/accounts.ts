import { randomUUID } from 'node:crypto'
import type { Access, SeedData, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { rowsOf } from '../schema/database.ts'
import type { AuditEvent } from './audit-event.ts'
import type { AuditLog } from './audit-log.ts'
import { fromClockColumns, selectClock } from './clock.ts'
import { compiled, type Param } from './compiled.ts'
import { assertFound, type Db, inChunks, isId, namesAny } from './db.ts'

const apps = rowsOf('apps')
const customers = rowsOf('customers')
const methods = rowsOf('payment_methods')

const selectApps = (db: Db) => db.selectFrom('apps').select(apps.columns)

const selectCustomers = (db: Db) => db.selectFrom('customers').select(customers.columns)

const customerById = compiled((db, param: Param<{ readonly id: number }>) =>
  selectCustomers(db).where('id', '=', param('id')),
)

const selectMethods = (db: Db) => db.selectFrom('payment_methods').select(methods.columns)

const methodOf = compiled((db, param: Param<{ readonly customerId: number; readonly id: number }>) =>
  selectMethods(db).where('customer_id', '=', param('customerId')).where('id', '=', param('id')),
)

/** Finds applications, customers and their saved payment methods, and the attempts that are counted for throttling. */
export function readAccounts(db: Db) {
  return {
    async findApp(appId) {
      const row = await selectApps(db).where('id', '=', appId).executeTakeFirst()
      return row && apps.fromRow(row)
    },
    listApps: async () => (await selectApps(db).orderBy('id').execute()).map(apps.fromRow),
    async findCustomer(customerId) {
      if (!isId(customerId)) return undefined
      const { rows } = await customerById(db, { id: customerId })
      return rows.map(customers.fromRow)[0]
    },
    async findCustomerByEmail(email) {
      const row = await selectCustomers(db).where('email', '=', email).executeTakeFirst()
      return row && customers.fromRow(row)
    },
    listCustomers: async () => (await selectCustomers(db).orderBy('id').execute()).map(customers.fromRow),
    async findPaymentMethod(customerId, id) {
      if (!isId(id)) return undefined
      const { rows } = await methodOf(db, { customerId, id })
      return rows.map(methods.fromRow)[0]
    },
    async listPaymentMethods(customerId) {
      const rows = await selectMethods(db).where('customer_id', '=', customerId).orderBy('id').execute()
      return rows.map(methods.fromRow)
    },
    async listAttempts(subject, since) {
      const rows = await db
        .selectFrom('attempts')
        .select('attempted_at')
        .where('subject', '=', subject)
        .where('attempted_at', '>', since)
        .orderBy('attempted_at')
        .execute()
      return rows.map((row) => row.attempted_at)
    },
  } satisfies Partial<StoreReader>
}

/** Changes applications, customers and their saved payment methods, and records attempts. */
export function writeAccounts(db: Db, audit: AuditLog) {
  const reader = readAccounts(db)
  return {
    async putApp(app) {
      const { id, ...others } = apps.toRow(app)
      const put = db
        .insertInto('apps')
        .values({ id, ...others })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(others))
      await audit.append([{ kind: 'app.put', appId: id, isEnabled: app.isEnabled }], put.execute())
    },
    async insertCustomer(customer) {
      const { highest } = await db
        .selectFrom('customers')
        .select((eb) => eb.fn.max('id').as('highest'))
        .executeTakeFirstOrThrow()
      // If two transactions draw the same id, one of them is rolled back and retried.
      const id = (highest ?? 0) + 1
      await db
        .insertInto('customers')
        .values(customers.toRow({ ...customer, id }))
        .execute()
      await audit.append([{ kind: 'customer.added', customerId: id, isElite: customer.isElite }])
      return id
    },
    async updateCustomer(id, change) {
      if (!namesAny(change)) return
      const before = change.storeCreditCents === undefined ? undefined : await reader.findCustomer(id)
      const events = eventsOf(id, before?.storeCreditCents, change)
      const update = db
        .updateTable('customers')
        .set(customers.toChange(change))
        .where('id', '=', id)
        .execute()
      if (events.length > 0) await audit.append(events, update)
      assertFound(await update, 'customer', id)
    },
    async replacePasswordHash(id, from, to) {
      if (!isId(id)) return false
      const { numUpdatedRows } = await db
        .updateTable('customers')
        .set('password_hash', to)
        .where('id', '=', id)
        .where('password_hash', '=', from)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async insertPaymentMethod(method) {
      await audit.append(
        [{ kind: 'payment-method.added', customerId: method.customerId, methodId: method.id }],
        db.insertInto('payment_methods').values(methods.toRow(method)).execute(),
      )
    },
    async deletePaymentMethod(customerId, id) {
      if (!isId(id)) return false
      const { numDeletedRows } = await db
        .deleteFrom('payment_methods')
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await audit.append([{ kind: 'payment-method.removed', customerId, methodId: id }])
      return true
    },
    async insertAttempt(subject, at) {
      await db.insertInto('attempts').values({ id: randomUUID(), subject, attempted_at: at }).execute()
    },
  } satisfies Partial<StoreTransaction>
}

type CustomerChange = Parameters<StoreTransaction['updateCustomer']>[1]

/** The audit events of a change of a customer; `fromCents` is the store credit before it. */
function eventsOf(
  customerId: number,
  fromCents: number | undefined,
  { storeCreditCents: toCents, isElite, isDisabled, passwordHash, tokenGeneration }: CustomerChange,
): readonly AuditEvent[] {
  const events: AuditEvent[] = []
  if (toCents !== undefined && fromCents !== undefined && fromCents !== toCents)
    events.push({ kind: 'store-credit.changed', customerId, fromCents, toCents })
  if (isElite !== undefined || isDisabled !== undefined)
    events.push({ kind: 'customer.changed', customerId, isElite, isDisabled })
  if (passwordHash !== undefined) events.push({ kind: 'customer.password-set', customerId })
  if (tokenGeneration !== undefined) events.push({ kind: 'customer.sessions-ended', customerId })
  return events
}

/** Begins to insert the applications and customers of a seed. */
export function seedAccounts(db: Db, data: SeedData) {
  return [
    inChunks(data.apps.map(apps.toRow), (rows) => db.insertInto('apps').values(rows).execute()),
    inChunks(data.customers.map(customers.toRow), (rows) =>
      db.insertInto('customers').values(rows).execute(),
    ),
    inChunks(data.paymentMethods.map(methods.toRow), (rows) =>
      db.insertInto('payment_methods').values(rows).execute(),
    ),
  ]
}

interface Asked {
  readonly appId: string
  readonly customerId: number | null
}

const accessOf = compiled((db, param: Param<Asked>) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('apps').select('is_enabled').where('id', '=', param('appId')).as('app_is_enabled'),
    eb
      .selectFrom('customers')
      .select('is_disabled')
      .where('id', '=', param('customerId'))
      .as('customer_is_disabled'),
    eb
      .selectFrom('customers')
      .select('token_generation')
      .where('id', '=', param('customerId'))
      .as('token_generation'),
    selectClock(eb).select('frozen_at').as('frozen_at'),
    selectClock(eb).select('offset_ms').as('offset_ms'),
  ]),
)

/** Reads whether a request is allowed, and the service clock, in one statement, which is a snapshot by itself. */
export async function findAccess(db: Db, appId: string, customerId: number | null): Promise<Access> {
  const validId = customerId !== null && isId(customerId) ? customerId : null
  const [row] = (await accessOf(db, { appId, customerId: validId })).rows
  return {
    appIsEnabled: row?.app_is_enabled === 1,
    customerIsEnabled: row?.customer_is_disabled === 0,
    tokenGeneration: row?.token_generation ?? undefined,
    clock: row && fromClockColumns(row),
  }
}
