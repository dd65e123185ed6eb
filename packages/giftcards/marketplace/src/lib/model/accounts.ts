import type { ReportLimit } from './limit.ts'

/** A postal address as the contract sends it (spec 2.6). */
export interface Address {
  readonly firstname: string
  readonly lastname: string
  readonly street: string
  readonly street2?: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly postcode: string
  readonly company?: string
}

/** A customer account. */
export interface Customer {
  readonly id: number
  /** Lower case. */
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly passwordHash: string
  /** Raised to end all sessions: tokens of an earlier generation are expired. */
  readonly tokenGeneration: number
  /** Elite partners may use a drawdown account (spec 5). */
  readonly isElite: boolean
  readonly isDisabled: boolean
  readonly phone: string | null
  readonly address: Address | null
  readonly storeCreditCents: number
}

/** A saved payment method. Its numbers are stored masked. */
export interface SavedPaymentMethod {
  readonly customerId: number
  readonly id: number
  readonly kind: 'bank' | 'card'
  /** `****` and the last four digits of the bank account; `null` for a card. */
  readonly accountNumber: string | null
  /** `****` and the last four digits of the routing number; `null` for a card. */
  readonly routingNumber: string | null
}

/** The sender of a request: its session, its IP address, and its customer after login. */
export interface Caller {
  readonly sessionId: string
  /** The IP address that throttles count by. */
  readonly ip: string
  /** `null` until login. */
  readonly customerId: number | null
  /** Receives the limits that the request is counted against, for the response headers. */
  readonly reportLimit?: ReportLimit | undefined
}

/** A logged-in caller. */
export interface CustomerCaller extends Caller {
  readonly customerId: number
}

/** Reads applications, customers and their saved payment methods, and counted attempts. */
export interface AccountsReader {
  findApp(appId: string): Promise<App | undefined>
  /** By id. */
  listApps(): Promise<readonly App[]>

  findCustomer(customerId: number): Promise<Customer | undefined>
  /** `email` in lower case. */
  findCustomerByEmail(email: string): Promise<Customer | undefined>
  /** By id. */
  listCustomers(): Promise<readonly Customer[]>
  findPaymentMethod(customerId: number, id: number): Promise<SavedPaymentMethod | undefined>
  /** By id. */
  listPaymentMethods(customerId: number): Promise<readonly SavedPaymentMethod[]>

  /** Attempts recorded under `subject` with `at > since`, oldest first. */
  listAttempts(subject: string, since: number): Promise<readonly number[]>
}

/** Writes applications, customers and their saved payment methods, and counted attempts. */
export interface AccountsWriter {
  /** Adds an application, or enables or disables the one with its id. */
  putApp(app: App): Promise<void>

  /** A change of store credit belongs beside its ledger row: see `changeStoreCredit`. */
  updateCustomer(
    customerId: number,
    change: Partial<
      Pick<
        Customer,
        'storeCreditCents' | 'address' | 'isElite' | 'isDisabled' | 'passwordHash' | 'tokenGeneration'
      >
    >,
  ): Promise<void>
  /** Inserts a customer under the next id, and returns that id. Throws if the email is in use. */
  insertCustomer(customer: Omit<Customer, 'id'>): Promise<number>
  /** Replaces a customer's password hash if it still is `from`, and returns whether it was. Atomic. */
  replacePasswordHash(customerId: number, from: string, to: string): Promise<boolean>

  /** Throws if the customer is unknown, or has a method of this id. */
  insertPaymentMethod(method: SavedPaymentMethod): Promise<void>
  /** Removes a saved method, and returns whether it was there. */
  deletePaymentMethod(customerId: number, id: number): Promise<boolean>

  insertAttempt(subject: string, at: number): Promise<void>
}

/** A partner's application, as `x-cc-app` names it. */
export interface App {
  readonly id: string
  readonly isEnabled: boolean
}
