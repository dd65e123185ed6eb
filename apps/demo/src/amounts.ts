import { addCents, type Cents, formatDollars, toCents } from '@giftcards/client'

/** Formats dollars for display: two decimals, and a comma between thousands. */
export function toDollars(amount: number | string): string {
  return formatDollars(toCents(amount))
}

/** The price of all cards of the lines. */
export function priceOf(lines: readonly { readonly cost: number; readonly quantity: number }[]): Cents {
  return addCents(
    ...lines.flatMap(({ cost, quantity }) => Array.from({ length: quantity }, () => toCents(cost))),
  )
}

/** Formats a count: `1 card`, `3 cards`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
