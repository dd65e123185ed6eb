/** Dollars with exactly two decimals and grouped thousands: `1234.5` and `'1234.50'` are both `$1,234.50`. */
export function formatMoney(dollars: number | string): string {
  const [sign, whole, cents] = split(dollars)
  return `${sign}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

/** The same with its sign, as a ledger shows it: `+$250.00`, `−$179.89`. */
export function formatChange(dollars: number): string {
  return dollars > 0 ? `+${formatMoney(dollars)}` : formatMoney(dollars)
}

/** A text is used unchanged. A number is rounded to the nearest cent. */
function split(dollars: number | string): readonly [sign: string, whole: string, cents: string] {
  if (typeof dollars === 'string') {
    const [whole = '0', cents = '00'] = dollars.split('.')
    return ['', whole, cents]
  }
  const cents = Math.round(Math.abs(dollars) * 100)
  return [
    dollars < 0 && cents > 0 ? '−' : '',
    String(Math.floor(cents / 100)),
    String(cents % 100).padStart(2, '0'),
  ]
}
