import contract from '@giftcards/openapi/dist/openapi.json' with { type: 'json' }
import { refusalCatalogue } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { errors, readDocs } from '../site.ts'

const keyOf = ({ status, code }: { readonly status: number; readonly code: string }): string =>
  `${status} ${code}`
const entries = new Map(errors.map((entry) => [keyOf(entry), entry]))
const keys = [...entries.keys()]

/** Errors that only the sandbox controls return. */
const ofControls = ['401 sandbox_key_invalid', '404 customer_not_found', '404 drawdown_account_not_found']

describe('errors.json', () => {
  it('has every refusal of the service with its message', () => {
    const missing = Object.values(refusalCatalogue).filter((refusal) => {
      const entry = entries.get(keyOf(refusal))
      return refusal.code === 'validation_error'
        ? entry === undefined
        : entry?.messages.includes(refusal.message) !== true
    })
    expect(missing).toStrictEqual([])
  })

  it('has every line of the table in the contract, and beside them those of the controls', () => {
    const lines = [...contract.info.description.matchAll(/^\| (\d{3}) \| (`.+`) \| .+ \|$/gm)]
    const documented = lines.flatMap(([, status, codes = '']) =>
      codes.split(', ').map((code) => `${status} ${code.replaceAll('`', '')}`),
    )
    expect(documented.length).toBeGreaterThan(40)
    expect(keys.toSorted()).toStrictEqual([...documented, ...ofControls].toSorted())
  })

  it('says of each error why it happens and what to do', () => {
    const silent = errors.filter(({ causes, action }) => causes.length === 0 || action === '')
    expect(silent.map(keyOf)).toStrictEqual([])
  })

  it.each([
    ['no', 32, /^4(?!09|29)\d\d (?!token_)/],
    ['yes', 1, /^429 /],
    ['same-key', 1, /^409 /],
    ['new-session', 3, /^400 token_/],
    ['if-repeatable', 2, /^5/],
  ] as const)('allows a retry as the service does: %s', (allowed, least, keysOfKind) => {
    const found = errors.filter(({ retry }) => retry.allowed === allowed).map(keyOf)
    expect(found.length).toBeGreaterThanOrEqual(least)
    expect(found.filter((key) => !keysOfKind.test(key))).toStrictEqual([])
  })

  it('leads to pages that say the same', () => {
    const wrong = errors.filter(({ href, markdown, code, messages, status }) => {
      const [page = '', anchor = ''] = href.split('#')
      const html = readDocs(page)
      const text = readDocs(markdown)
      const isThere = anchor === '' || html.includes(` id="${anchor}"`)
      const hasTexts = messages.every((message) => text.includes(message)) && text.includes(`| ${status} `)
      return !isThere || !hasTexts || !text.startsWith(`# \`${code}\`\n`)
    })
    expect(wrong.map(keyOf)).toStrictEqual([])
  })

  it('relates codes that exist', () => {
    const codes = new Set(errors.map(({ code }) => code))
    const related = errors.flatMap((entry) => entry.related)
    expect(related.length).toBeGreaterThan(40)
    expect(related.filter((code) => !codes.has(code))).toStrictEqual([])
    expect(entries.get('400 coupon_expired')?.related).toContain('coupon_used_up')
  })
})

describe('the errors guide', () => {
  it('describes each member of an entry', () => {
    const page = readDocs('guides/errors.md')
    const section = page.slice(page.indexOf('## Look up a code'))
    const told = Array.from(section.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name)
    const members = new Set(errors.flatMap((entry) => Object.keys(entry)))
    // The guide describes it together with `href`, as another form of it.
    members.delete('markdown')
    expect(new Set(told)).toStrictEqual(members)
  })
})
