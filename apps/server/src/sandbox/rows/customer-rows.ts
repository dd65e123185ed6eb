import type { SandboxWire } from '@giftcards/contract/sandbox'
import { type StoreReader, toDollars } from '@giftcards/marketplace'
import { toDrawdownAccount } from '../../wire/drawdown-to-wire.ts'

type SandboxCustomer = SandboxWire.components['schemas']['SandboxCustomer']

/** Every customer with balances and saved methods, and nothing of the password. */
export async function readCustomerRows(tx: StoreReader): Promise<SandboxCustomer[]> {
  const rows: SandboxCustomer[] = []
  for (const customer of await tx.listCustomers()) {
    const account = await tx.findDrawdownAccount(customer.id)
    const methods = await tx.listPaymentMethods(customer.id)
    rows.push({
      email: customer.email,
      isElite: customer.isElite,
      storeCredit: toDollars(customer.storeCreditCents),
      drawdown: account === undefined ? null : toDrawdownAccount(account),
      paymentMethods: methods.map(({ id, kind }) => ({ id, kind })),
    })
  }
  return rows
}

/** The email address of each customer, by id. */
export async function readEmails(tx: StoreReader): Promise<ReadonlyMap<number, string>> {
  return new Map((await tx.listCustomers()).map(({ id, email }) => [id, email]))
}
