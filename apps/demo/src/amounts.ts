/** Dollars as a person writes them: two decimals, a minus before the sign. */
export function toDollars(amount: number | string): string {
  const value = Number(amount)
  return `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`
}

/** The price of lines together, in dollars; added up in cents, so that nothing is lost. */
export function priceOf(lines: readonly { readonly cost: number; readonly quantity: number }[]): number {
  return lines.reduce((cents, { cost, quantity }) => cents + Math.round(cost * 100) * quantity, 0) / 100
}

/** A number of things: `1 card`, `3 cards`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
