/**
 * An amount of money in integer cents. Only `toCents` and `addCents` create one, so dollars cannot pass for cents. Amounts of the
 * API are dollars: numbers in carts and wallet cards, strings in `order.total`.
 */
export type Cents = number & { readonly unit: 'cents' }

const dollarText = /^-?\d+(?:\.\d{1,2})?$/

/** Converts dollars of the API to cents: `12.34` or `'12.34'` is 1234. Throws a `RangeError` for fractions of a cent. */
export function toCents(dollars: number | string): Cents {
  const text = typeof dollars === 'string' ? dollars : String(Math.round(dollars * 100) / 100)
  const cents = Math.round(Number(text) * 100)
  // Tolerates the rounding error of sums of doubles, such as 0.1 + 0.2.
  const isExact =
    typeof dollars === 'string' || Math.abs(dollars - cents / 100) <= Math.abs(dollars) * 2 ** -50
  if (!dollarText.test(text) || !isExact || !Number.isSafeInteger(cents))
    throw new RangeError(`${JSON.stringify(dollars)} is not an amount in dollars with at most two decimals`)
  return cents as Cents
}

/** Adds up amounts exactly. */
export function addCents(...amounts: readonly Cents[]): Cents {
  return amounts.reduce<number>((sum, cents) => sum + cents, 0) as Cents
}

/** Formats cents as dollars: 123456 is `$1,234.56`. */
export function formatDollars(cents: Cents): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}
