import type { Sandbox } from './start-sandbox.ts'

/** The stock and money of the whole sandbox, for comparisons before and after. */
export interface Book {
  /** By `<merchant> <type> <face value>`, followed by ` low-risk` for low-risk stock. */
  readonly stock: Readonly<
    Record<string, { readonly onHand: number; readonly reserved: number; readonly available: number }>
  >
  /** In dollars, by email. */
  readonly storeCredit: Readonly<Record<string, number>>
  /** In dollars, by email; null if there is no account. */
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
