import type { Customer, SavedPaymentMethod, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromFlag, fromJson, toFlag, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { assertUpdated, type Db, isId } from './db.ts'
import { updateOf } from './update-of.ts'

type CustomerReader = Pick<
  StoreReader,
  'findCustomer' | 'findCustomerByEmail' | 'listCustomers' | 'findPaymentMethod' | 'listPaymentMethods'
>

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

/** Finds customers and their saved payment methods. */
export function readCustomers(session: Session): CustomerReader {
  return {
    async findCustomer(customerId) {
      if (!isId(customerId)) return undefined
      const row = await session.first(customerById, { id: customerId })
      return row && fromRow(row)
    },
    async findCustomerByEmail(email) {
      const row = await session.first(customerByEmail, { email })
      return row && fromRow(row)
    },
    async listCustomers() {
      return (await session.all(allCustomers, {})).map(fromRow)
    },
    async findPaymentMethod(customerId, id) {
      if (!isId(id)) return undefined
      const row = await session.first(methodOf, { customerId, id })
      return row && fromMethodRow(row)
    },
    async listPaymentMethods(customerId) {
      return (await session.all(methodsOf, { customerId })).map(fromMethodRow)
    },
  }
}

const updateCustomer = updateOf('customers', ['store_credit_cents', 'address', 'is_elite', 'is_disabled'])

const replaceHash = statement(
  (db, { id, from, to }: { readonly id: number; readonly from: string; readonly to: string }) =>
    db
      .updateTable('customers')
      .set('password_hash', to)
      .where('id', '=', id)
      .where('password_hash', '=', from),
)

/** Changes customers. */
export function writeCustomers(
  session: Session,
): Pick<StoreTransaction, 'updateCustomer' | 'replacePasswordHash'> {
  return {
    async updateCustomer(customerId, { storeCreditCents, address, isElite, isDisabled }) {
      const columns = {
        ...(storeCreditCents === undefined ? {} : { store_credit_cents: storeCreditCents }),
        ...(address === undefined ? {} : { address: toJson(address) }),
        ...(isElite === undefined ? {} : { is_elite: toFlag(isElite) }),
        ...(isDisabled === undefined ? {} : { is_disabled: toFlag(isDisabled) }),
      }
      if (Object.keys(columns).length === 0) return
      assertUpdated(await updateCustomer(session, customerId, columns), `customer: ${customerId}`)
    },
    async replacePasswordHash(id, from, to) {
      if (!isId(id)) return false
      return (await session.run(replaceHash, { id, from, to })) === 1
    },
  }
}

/** A customer as a row. */
export function toCustomerRow(customer: Customer): Database['customers'] {
  const { id, email, firstname, lastname, phone } = customer
  return {
    id,
    email,
    firstname,
    lastname,
    phone,
    password_hash: customer.passwordHash,
    is_elite: toFlag(customer.isElite),
    is_disabled: toFlag(customer.isDisabled),
    address: toJson(customer.address),
    store_credit_cents: customer.storeCreditCents,
  }
}

/** A saved payment method as a row. */
export function toMethodRow(method: SavedPaymentMethod): Database['payment_methods'] {
  return {
    customer_id: method.customerId,
    id: method.id,
    kind: method.kind,
    account_number: method.accountNumber,
    routing_number: method.routingNumber,
  }
}

function fromRow(row: Database['customers']): Customer {
  const { id, email, firstname, lastname, phone } = row
  return {
    id,
    email,
    firstname,
    lastname,
    phone,
    passwordHash: row.password_hash,
    isElite: fromFlag(row.is_elite),
    isDisabled: fromFlag(row.is_disabled),
    address: fromJson(row.address),
    storeCreditCents: row.store_credit_cents,
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
