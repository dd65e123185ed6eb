import type { BooksReader, CustomerBooks, LedgerKind, LedgerRow } from '../ports/books-reader.ts'
import type { Findings } from './findings.ts'
import { everyPage, mergeRows } from './pages.ts'

/**
 * Whether each customer's ledgers add up to the balances row by row, nothing is negative, and orders hold what is pending
 * (decision: drawdown). Customers and the rows of both ledgers are listed by customer, so they are merged.
 */
export async function checkMoney(
  books: BooksReader,
  heldApart: ReadonlyMap<number, number> | undefined,
  report: Findings['add'],
): Promise<void> {
  const drawdown = mergeLedger(books, 'drawdown', report)
  const credit = mergeLedger(books, 'store-credit', report)
  const list = (after: CustomerBooks | undefined, limit: number) =>
    books.listCustomers(after?.id ?? Number.MIN_SAFE_INTEGER, limit)
  for await (const customers of everyPage(list)) {
    for (const customer of customers) {
      const { id, storeCreditCents } = customer
      if (storeCreditCents < 0) report(`Customer ${id} has less than no store credit`)
      checkSum('store-credit', id, (await credit.sumOf(id)).cents, storeCreditCents, report)
      const ledger = await drawdown.sumOf(id)
      checkAccount(customer, ledger, heldApart && (heldApart.get(id) ?? 0), report)
    }
  }
  await drawdown.end()
  await credit.end()
}

/** The name of a customer's account in a sentence. */
export function ledgerName(kind: LedgerKind, customerId: number): string {
  return kind === 'drawdown' ? `Drawdown account ${customerId}` : `Store credit of customer ${customerId}`
}

/** Counts and adds up the rows of each customer in a ledger. */
function mergeLedger(books: BooksReader, kind: LedgerKind, report: Findings['add']) {
  const merged = mergeRows<LedgerRow>(
    (after, limit) => books.listLedger(kind, after, limit),
    ({ customerId }) => customerId,
  )
  const reportOther = ({ customerId, number }: LedgerRow): void =>
    report(`${ledgerName(kind, customerId)}: row ${number} is of an unknown customer`)
  return {
    async sumOf(customerId: number) {
      let [rows, cents] = [0, 0]
      await merged.visitUpTo(customerId, reportOther, (row) => {
        rows += 1
        cents += row.amountCents
        checkRow(kind, row, cents, report)
      })
      return { rows, cents }
    },
    end: () => merged.visitUpTo(Number.POSITIVE_INFINITY, reportOther, reportOther),
  }
}

function checkRow(kind: LedgerKind, row: LedgerRow, sum: number, report: Findings['add']): void {
  const { customerId, number, type, description, amountCents, balanceCents, orderId } = row
  const of = ledgerName(kind, customerId)
  if (balanceCents !== sum) report(`${of}: row ${number} says ${balanceCents}, not ${sum}`)
  if (orderId === null && (type === 'Purchase' || type === 'Refund'))
    report(`${of}: row ${number}, ${description}, of ${amountCents}, is of no order that says so`)
}

function checkSum(
  kind: LedgerKind,
  customerId: number,
  cents: number,
  balanceCents: number,
  report: Findings['add'],
): void {
  if (cents !== balanceCents)
    report(`${ledgerName(kind, customerId)}: the ledger adds up to ${cents}, not to ${balanceCents}`)
}

/** `heldApartCents`: pending for no order; `undefined`: unknown, so more may be pending than orders hold. */
function checkAccount(
  { id, drawdown: account, heldCents }: CustomerBooks,
  ledger: { readonly rows: number; readonly cents: number },
  heldApartCents: number | undefined,
  report: Findings['add'],
): void {
  const of = ledgerName('drawdown', id)
  if (account === undefined) {
    if (ledger.rows > 0) report(`${of} does not exist, but has a ledger`)
    if (heldCents > 0) report(`${of} does not exist, but orders hold money of it`)
    return
  }
  const { balanceCents, pendingCents } = account
  if (pendingCents < 0) report(`${of} has less than nothing pending`)
  if (balanceCents < pendingCents) report(`${of} has less than nothing available`)
  checkSum('drawdown', id, ledger.cents, balanceCents, report)
  const held = heldCents + (heldApartCents ?? 0)
  if (heldApartCents === undefined ? pendingCents < held : pendingCents !== held)
    report(`${of}: ${pendingCents} pending, but ${held} held`)
}
