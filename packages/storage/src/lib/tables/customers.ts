import type { Customer, SavedPaymentMethod, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { fromFlag, fromJson, toFlag, toJson } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import { assertUpdated, type Db, isId } from './db.ts'

type CustomerReader = Pick<
  StoreReader,
  'findCustomer' | 'findCustomerByEmail' | 'listCustomers' | 'findPaymentMethod' | 'listPaymentMethods'
>

/** Finds customers and their saved payment methods. */
export function readCustomers(db: Db): CustomerReader {
  const customers = db.selectFrom('customers').selectAll()
  const methodsOf = (customerId: number) =>
    db.selectFrom('payment_methods').selectAll().where('customer_id', '=', customerId)
  return {
    async findCustomer(customerId) {
      if (!isId(customerId)) return undefined
      const row = await customers.where('id', '=', customerId).executeTakeFirst()
      return row && fromRow(row)
    },
    async findCustomerByEmail(email) {
      const row = await customers.where('email', '=', email).executeTakeFirst()
      return row && fromRow(row)
    },
    async listCustomers() {
      return (await customers.orderBy('id').execute()).map(fromRow)
    },
    async findPaymentMethod(customerId, id) {
      if (!isId(id)) return undefined
      const row = await methodsOf(customerId).where('id', '=', id).executeTakeFirst()
      return row && fromMethodRow(row)
    },
    async listPaymentMethods(customerId) {
      return (await methodsOf(customerId).orderBy('id').execute()).map(fromMethodRow)
    },
  }
}

/** Changes customers. */
export function writeCustomers(db: Db): Pick<StoreTransaction, 'updateCustomer'> {
  return {
    async updateCustomer(customerId, { storeCreditCents, passwordHash, address }) {
      const columns = {
        ...(storeCreditCents === undefined ? {} : { store_credit_cents: storeCreditCents }),
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        ...(address === undefined ? {} : { address: toJson(address) }),
      }
      if (Object.keys(columns).length === 0) return
      const update = db.updateTable('customers').set(columns).where('id', '=', customerId)
      assertUpdated(await update.executeTakeFirst(), `customer: ${customerId}`)
    },
  }
}

/** A customer as a row. */
export function toCustomerRow(customer: Customer): Insertable<Database['customers']> {
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
export function toMethodRow(method: SavedPaymentMethod): Insertable<Database['payment_methods']> {
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
