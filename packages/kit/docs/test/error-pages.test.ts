import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorIndex } from '../src/errors/error-index.ts'
import { buildSite, readSearch, type SiteSummary } from '../src/index.ts'
import type { TryData } from '../src/site/try-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-errors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = join(import.meta.dirname, 'documents/harbor.yaml')
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

const session = {
  scheme: 'token',
  tokenHeader: 'X-Token',
  rejected: { status: 400, codePrefix: 'token_' },
  open: { operationId: 'get-berth', label: 'Open' },
}

let site: SiteSummary
let index: ErrorIndex['errors']
beforeAll(async () => {
  site = await buildSite({
    outDir: folder,
    documents: [{ document }],
    tryIt: { session },
    errors: {
      codeHeader: 'x-problem',
      notes: {
        '404 no_berth': { action: 'Count the `berths`.', group: 'Berths', cause: 'The berth was *sunk*.' },
        '400 berth_taken': { group: 'Berths' },
        '503 closed/now': { cause: 'A proxy has no harbor.', message: 'Bad harbor' },
        '404 no_path': { message: 'Nothing here', cause: 'No such path.' },
        '418 teapot': { action: 'Drink it.' },
      },
    },
  })
  const parsed: ErrorIndex = JSON.parse(read('errors.json'))
  index = parsed.errors
})

const entryOf = (status: number | string, code: string) =>
  index.find((entry) => entry.status === status && entry.code === code)

/** Returns the links that the search of the pages finds. */
const search = (query: string): readonly string[] => readSearch(folder)(query).map(({ href }) => href)

describe('errors.json', () => {
  it('has each status and code once, by status', () => {
    expect(index.map(({ status, code }) => `${status} ${code}`)).toStrictEqual([
      '400 berth_taken',
      '400 too_long',
      '400 token_old',
      '404 no_berth',
      '404 no_path',
      '409 busy',
      '429 slow_down',
      '4XX no_berth',
      '500 broken',
      '502 broken',
      '503 closed/now',
    ])
  })

  it('tells everything of an error', () => {
    expect(entryOf(404, 'no_berth')).toStrictEqual({
      code: 'no_berth',
      status: 404,
      messages: ['No such berth'],
      causes: ['The berth was *sunk*.'],
      action: 'Count the `berths`.',
      retry: { allowed: 'no', retryAfter: 'never' },
      operations: [{ id: 'get-berth', repeat: 'always', href: 'reference.html#operation/get-berth' }],
      related: ['berth_taken'],
      href: 'errors/no_berth.html#status-404',
      markdown: 'errors/no_berth.md',
    })
  })

  it('takes causes from examples, where a response has several codes', () => {
    expect(entryOf(400, 'too_long')?.causes).toStrictEqual([
      'The ship is longer than the berth.',
      'The number has too many digits.',
    ])
    expect(entryOf(500, 'broken')?.causes).toStrictEqual(['The harbor failed.'])
  })

  it('adds what notes tell of errors beside the operations', () => {
    expect(entryOf(503, 'closed/now')).toMatchObject({
      messages: ['Closed', 'Bad harbor'],
      causes: ['A proxy has no harbor.', 'The harbor is closed.'],
    })
  })

  it.each([
    [400, 'berth_taken', 'no', 'never'],
    [400, 'token_old', 'new-session', 'never'],
    [409, 'busy', 'same-key', 'always'],
    [429, 'slow_down', 'yes', 'never'],
    [503, 'closed/now', 'if-repeatable', 'sometimes'],
  ])('says whether to retry after %i %s', (status, code, allowed, retryAfter) => {
    expect(entryOf(status, code)?.retry).toStrictEqual({ allowed, retryAfter })
  })

  it('says which operations may be repeated', () => {
    expect(entryOf(503, 'closed/now')?.operations.map(({ id, repeat }) => `${id} ${repeat}`)).toStrictEqual([
      'reserve-berth key',
      'get-berth always',
      'patch-berths-number never',
    ])
  })
})

describe('pages of errors', () => {
  it('are written for each code, beside a list', () => {
    expect(site.pages.filter((page) => page.startsWith('errors/'))).toStrictEqual([
      'errors/berth_taken.html',
      'errors/broken.html',
      'errors/busy.html',
      'errors/closed-now.html',
      'errors/index.html',
      'errors/no_berth.html',
      'errors/no_path.html',
      'errors/slow_down.html',
      'errors/token_old.html',
      'errors/too_long.html',
    ])
  })

  it('are one entry of the menu', () => {
    const menu = /<nav id="site-navigation"[^]*?<\/nav>/.exec(read('errors/busy.html'))?.[0] ?? ''
    expect(menu.match(/href="[^"]*"[^>]*>(?=Error)/g)).toStrictEqual([
      'href="index.html" aria-current="page">',
    ])
    expect(menu).not.toContain('busy')
  })

  it('show the response with the headers that it always has', () => {
    expect(read('errors/no_berth.md')).toContain(
      'HTTP/1.1 404 Not Found\ncontent-type: application/json\nx-problem: no_berth\nx-trace: t-1\n\n{\n  "message": "No such berth"\n}',
    )
    expect(read('errors/busy.md')).toContain('x-problem: busy\nretry-after: 3\n')
  })

  it('say when each operation sends the error, where that differs', () => {
    expect(read('errors/too_long.md')).toContain(
      '| [`get-berth`](../reference.html#operation/get-berth) | `GET /berths/{number}` | The number has too many digits |',
    )
  })

  it('have a section for each status', () => {
    const page = read('errors/no_berth.html')
    expect(Array.from(page.matchAll(/<h2 id="([^"]+)"/g), ([, id]) => id)).toStrictEqual([
      'status-404',
      'status-4xx',
      'related-codes',
    ])
  })

  it('name operations once, where all statuses have the same', () => {
    expect(read('errors/broken.md').match(/^#+ Operations$/gm)).toStrictEqual(['## Operations'])
    expect(read('errors/no_berth.md').match(/^#+ Operations$/gm)).toStrictEqual([
      '### Operations',
      '### Operations',
    ])
  })

  it('are grouped in the list as the notes say, then by status', () => {
    const list = read('errors/index.md')
    expect(list.match(/^## .*$/gm)).toStrictEqual([
      '## Berths',
      '## Status 400',
      '## Status 404',
      '## Status 409',
      '## Status 429',
      '## Status 4XX',
      '## Status 500',
      '## Status 502',
      '## Status 503',
    ])
    expect(list).toContain(
      String.raw`| 400 [${'`too_long`'}](too_long.md) | Ship \| too long · Number too long | The ship`,
    )
  })

  it.each([
    ['no_berth', 'errors/no_berth.html'],
    ['Number too long', 'errors/too_long.html'],
    ['ship | too long', 'errors/too_long.html'],
    ['nothing here', 'errors/no_path.html'],
  ])('are found by a code and by the text of a message: %s', (query, href) => {
    expect(search(query)[0]).toBe(href)
  })

  it('do not fill the results of a search', () => {
    const found = search('400 404 berth')
    expect(found.filter((href) => /^errors\/(?!index)/.test(href))).toHaveLength(3)
    expect(found.length).toBeGreaterThan(3)
  })

  it('are named to assistants, and left out of the whole text', () => {
    expect(read('llms.txt')).toContain('- [closed/now](errors/closed-now.md): 503. A proxy has no harbor.\n')
    expect(read('llms.txt')).toContain('](errors.json): ')
    expect(read('llms-full.txt')).toContain('Page: errors/index.md')
    expect(read('llms-full.txt')).not.toContain('Page: errors/closed-now.md')
  })

  it('are known to the try-it page, with the advice', () => {
    const context: { tryItData?: string } = {}
    runInNewContext(read('assets/try-data.js'), context)
    const { options } = JSON.parse(context.tryItData ?? '') as TryData
    expect(options).toMatchObject({
      errorCode: '$response.header.x-problem',
      advice: { '404 no_berth': 'Count the `berths`.' },
      errorPages: { '404 no_berth': 'errors/no_berth.html#status-404', '409 busy': 'errors/busy.html' },
    })
  })

  it('warn of notes about an error that is none', () => {
    expect(site.warnings).toStrictEqual([
      'The notes describe the error "418 teapot", which no operation declares: fix them, or add a message',
    ])
  })
})
