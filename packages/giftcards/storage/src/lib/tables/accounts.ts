import { randomUUID } from 'node:crypto'
import type {
  Access,
  App,
  Customer,
  SavedPaymentMethod,
  SeedData,
  StoreReader,
  StoreTransaction,
} from '@giftcards/marketplace'
import { fromFlag, fromJson, toFlag, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { fromClockColumns, selectClock } from './clock.ts'
import { type Db, isId } from './db.ts'
import { insertOf, nextId, putOf, updateOf } from './row-statements.ts'

const selectApps = (db: Db) => db.selectFrom('apps').select(tableColumns.apps)

const appById = statement((db, { id }: { readonly id: string }) => selectApps(db).where('id', '=', id))

const allApps = statement((db) => selectApps(db).orderBy('id'))

const selectCustomers = (db: Db) => db.selectFrom('customers').select(tableColumns.customers)

const customerById = statement((db, { id }: { readonly id: number }) =>
  selectCustomers(db).where('id', '=', id),
)

const customerByEmail = statement((db, { email }: { readonly email: string }) =>
  selectCustomers(db).where('email', '=', email),
)

const allCustomers = statement((db) => selectCustomers(db).orderBy('id'))

const selectMethodsOf = (db: Db, customerId: number) =>
  db.selectFrom('payment_methods').select(tableColumns.payment_methods).where('customer_id', '=', customerId)

const methodOf = statement((db, { customerId, id }: { readonly customerId: number; readonly id: number }) =>
  selectMethodsOf(db, customerId).where('id', '=', id),
)

const methodsOf = statement((db, { customerId }: { readonly customerId: number }) =>
  selectMethodsOf(db, customerId).orderBy('id'),
)

const attemptsSince = statement(
  (db, { subject, since }: { readonly subject: string; readonly since: number }) =>
    db
      .selectFrom('attempts')
      .select('attempted_at')
      .where('subject', '=', subject)
      .where('attempted_at', '>', since)
      .orderBy('attempted_at'),
)

/** Finds applications, customers and their saved payment methods, and the attempts that are counted for throttling. */
export function readAccounts(session: Session) {
  return {
    async findApp(appId) {
      const row = await session.first(appById, { id: appId })
      return row && fromAppRow(row)
    },
    listApps: async () => (await session.all(allApps, {})).map(fromAppRow),
    async findCustomer(customerId) {
      if (!isId(customerId)) return undefined
      const row = await session.first(customerById, { id: customerId })
      return row && fromCustomerRow(row)
    },
    async findCustomerByEmail(email) {
      const row = await session.first(customerByEmail, { email })
      return row && fromCustomerRow(row)
    },
    listCustomers: async () => (await session.all(allCustomers, {})).map(fromCustomerRow),
    async findPaymentMethod(customerId, id) {
      if (!isId(id)) return undefined
      const row = await session.first(methodOf, { customerId, id })
      return row && fromMethodRow(row)
    },
    listPaymentMethods: async (customerId) =>
      (await session.all(methodsOf, { customerId })).map(fromMethodRow),
    listAttempts: async (subject, since) =>
      (await session.all(attemptsSince, { subject, since })).map((row) => row.attempted_at),
  } satisfies Partial<StoreReader>
}

const putApp = putOf('apps', ['id'])

const insertCustomers = insertOf('customers')

const updateCustomer = updateOf('customers', [
  'store_credit_cents',
  'address',
  'is_elite',
  'is_disabled',
  'password_hash',
  'token_generation',
])

const replaceHash = statement(
  (db, { id, from, to }: { readonly id: number; readonly from: string; readonly to: string }) =>
    db
      .updateTable('customers')
      .set('password_hash', to)
      .where('id', '=', id)
      .where('password_hash', '=', from),
)

const insertMethods = insertOf('payment_methods')

const deleteMethod = statement(
  (db, { customerId, id }: { readonly customerId: number; readonly id: number }) =>
    db.deleteFrom('payment_methods').where('customer_id', '=', customerId).where('id', '=', id),
)

const insertAttempts = insertOf('attempts')

const deleteAttempts = statement((db, { subject }: { readonly subject: string }) =>
  db.deleteFrom('attempts').where('subject', '=', subject),
)

/** Changes applications, customers and their saved payment methods, and records attempts. */
export function writeAccounts(session: Session) {
  return {
    async putApp(app) {
      await session.run(putApp, toAppRow(app))
    },
    async insertCustomer(customer) {
      const id = await nextId(session, 'customers')
      await insertCustomers(session, [toCustomerRow({ ...customer, id })])
      return id
    },
    updateCustomer: (
      customerId,
      { storeCreditCents, address, isElite, isDisabled, passwordHash, tokenGeneration },
    ) =>
      updateCustomer(session, customerId, {
        store_credit_cents: storeCreditCents,
        address: address && toJson(address),
        is_elite: isElite === undefined ? undefined : toFlag(isElite),
        is_disabled: isDisabled === undefined ? undefined : toFlag(isDisabled),
        password_hash: passwordHash,
        token_generation: tokenGeneration,
      }),
    replacePasswordHash: async (id, from, to) =>
      isId(id) && (await session.run(replaceHash, { id, from, to })) === 1,
    insertPaymentMethod: (method) => insertMethods(session, [toMethodRow(method)]),
    deletePaymentMethod: async (customerId, id) =>
      isId(id) && (await session.run(deleteMethod, { customerId, id })) === 1,
    insertAttempt: (subject, at) =>
      insertAttempts(session, [{ id: randomUUID(), subject, attempted_at: at }]),
    async deleteAttempts(subject) {
      await session.run(deleteAttempts, { subject })
    },
  } satisfies Partial<StoreTransaction>
}

const insertApps = insertOf('apps')

/** Begins to insert the applications and customers of a seed. */
export function seedAccounts(
  session: Session,
  { apps, customers, paymentMethods }: SeedData,
): readonly Promise<void>[] {
  return [
    insertApps(session, apps.map(toAppRow)),
    insertCustomers(session, customers.map(toCustomerRow)),
    insertMethods(session, paymentMethods.map(toMethodRow)),
  ]
}

const accessOf = statement(
  (db, { appId, customerId }: { readonly appId: string; readonly customerId: number | null }) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('apps').select('is_enabled').where('id', '=', appId).as('app_is_enabled'),
      eb
        .selectFrom('customers')
        .select('is_disabled')
        .where('id', '=', customerId)
        .as('customer_is_disabled'),
      eb
        .selectFrom('customers')
        .select('token_generation')
        .where('id', '=', customerId)
        .as('token_generation'),
      selectClock(eb).select('frozen_at').as('frozen_at'),
      selectClock(eb).select('offset_ms').as('offset_ms'),
    ]),
)

/** Finds whether a request is let in, and the service clock, in one statement, which is a snapshot by itself. */
export async function findAccess(
  session: Session,
  appId: string,
  customerId: number | null,
): Promise<Access> {
  const asked = customerId !== null && isId(customerId) ? customerId : null
  const row = await session.first(accessOf, { appId, customerId: asked })
  return {
    appIsEnabled: row?.app_is_enabled === 1,
    customerIsEnabled: row?.customer_is_disabled === 0,
    tokenGeneration: row?.token_generation ?? undefined,
    clock: row && fromClockColumns(row),
  }
}

function toAppRow({ id, isEnabled }: App): Database['apps'] {
  return { id, is_enabled: toFlag(isEnabled) }
}

function fromAppRow(row: Database['apps']): App {
  return { id: row.id, isEnabled: fromFlag(row.is_enabled) }
}

function toCustomerRow(customer: Customer): Database['customers'] {
  const { id, email, firstname, lastname, phone } = customer
  return {
    id,
    email,
    firstname,
    lastname,
    phone,
    password_hash: customer.passwordHash,
    token_generation: customer.tokenGeneration,
    is_elite: toFlag(customer.isElite),
    is_disabled: toFlag(customer.isDisabled),
    address: toJson(customer.address),
    store_credit_cents: customer.storeCreditCents,
  }
}

function fromCustomerRow(row: Database['customers']): Customer {
  const { id, email, firstname, lastname, phone } = row
  return {
    id,
    email,
    firstname,
    lastname,
    phone,
    passwordHash: row.password_hash,
    tokenGeneration: row.token_generation,
    isElite: fromFlag(row.is_elite),
    isDisabled: fromFlag(row.is_disabled),
    address: fromJson(row.address),
    storeCreditCents: row.store_credit_cents,
  }
}

function toMethodRow(method: SavedPaymentMethod): Database['payment_methods'] {
  return {
    customer_id: method.customerId,
    id: method.id,
    kind: method.kind,
    account_number: method.accountNumber,
    routing_number: method.routingNumber,
  }
}

function fromMethodRow(row: Database['payment_methods']): SavedPaymentMethod {
  return {
    customerId: row.customer_id,
    id: row.id,
    kind: row.kind,
    accountNumber: row.account_number,
    routingNumber: row.routing_number,
  }
}
