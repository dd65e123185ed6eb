import { readFileSync } from 'node:fs'
import contract from '@giftcards/openapi/dist/openapi.json' with { type: 'json' }
import { refusalCatalogue } from '@giftcards/server'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL(import.meta.resolve('@giftcards/docs/dist/guides/errors.html')), 'utf8')

/** Refusals that only sandbox controls give. */
const ofControls: ReadonlySet<string> = new Set([
  'customer_not_found',
  'drawdown_account_not_found',
  'order_is_final',
  'amount_above_balance',
])

/** The text of the row of an error; empty when there is none. */
function rowOf(status: number, code: string): string {
  const start = page.indexOf(`<tr id="${status}-${code}">`)
  return start < 0
    ? ''
    : page
        .slice(start, page.indexOf('</tr>', start))
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&#39;', "'")
}

describe('the errors guide', () => {
  it('has a row for every refusal of the service', () => {
    const missing = Object.entries(refusalCatalogue)
      .filter(([kind]) => !ofControls.has(kind))
      .filter(([, { status, code, message }]) => {
        const row = rowOf(status, code)
        return !row.includes(String(status)) || (code !== 'validation_error' && !row.includes(message))
      })
    expect(missing).toStrictEqual([])
  })

  it('has a row for every line of the table in the contract', () => {
    const lines = [...contract.info.description.matchAll(/^\| (\d{3}) \| (`.+`) \| .+ \|$/gm)]
    const documented = lines.flatMap(([, status, codes = '']) =>
      codes.split(', ').map((code) => `${status} ${code.replaceAll('`', '')}`),
    )
    const shown = [...page.matchAll(/<tr id="(\d{3})-(\w+)">/g)].map(
      ([, status, code]) => `${status} ${code}`,
    )
    expect(shown.toSorted()).toStrictEqual(documented.toSorted())
    expect(documented.length).toBeGreaterThan(40)
  })
})
