import type { Sandbox } from './start-sandbox.ts'

/** Stock and money of the whole sandbox, to be compared before and after. */
export interface Book {
  /** By `<merchant> <type> <face value>`, with ` low-risk` behind it where it is. */
  readonly stock: Readonly<
    Record<string, { readonly onHand: number; readonly reserved: number; readonly available: number }>
  >
  /** Dollars by email. */
  readonly storeCredit: Readonly<Record<string, number>>
  /** Dollars by email; null if there is no account. */
  readonly drawdown: Readonly<Record<string, unknown>>
}

/** Reads the book through the sandbox controls. */
export async function bookOf(sandbox: Sandbox): Promise<Book> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  const { customers } = await sandbox.wantControl('listCustomers', 200)
  return {
    stock: Object.fromEntries(
      inventory.map(({ merchantId, type, faceValue, isLowRisk, onHand, reserved, available }) => [
        `${merchantId} ${type} ${faceValue}${isLowRisk ? ' low-risk' : ''}`,
        { onHand, reserved, available },
      ]),
    ),
    storeCredit: Object.fromEntries(customers.map(({ email, storeCredit }) => [email, storeCredit])),
    drawdown: Object.fromEntries(customers.map(({ email, drawdown }) => [email, drawdown])),
  }
}
