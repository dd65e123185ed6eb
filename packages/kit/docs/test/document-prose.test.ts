import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Markdown } from '../browser/try-it/components/markdown.tsx'
import { buildSite, type InlineSources, readSearch, type SiteSummary } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-prose-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (site: string, file: string): string => readFileSync(join(folder, site, file), 'utf8')
const mainOf = (site: string, file: string): string => /<main[^]*<\/main>/.exec(read(site, file))?.[0] ?? ''

const tagged = (tag: string) => ({ get: { tags: [tag], responses: { 200: { description: 'x' } } } })

/** Builds the site of a small document with a description, and with further fields of `info` and the document. */
const build = (
  site: string,
  description: unknown,
  info: object = {},
  more: object = {},
): Promise<SiteSummary> =>
  buildSite({
    outDir: join(folder, site),
    documents: [
      {
        document: {
          openapi: '3.1.0',
          info: { title: 'Ships', version: '1', description, ...info },
          paths: {
            '/ships': { get: { operationId: 'listShips', responses: { 200: { description: 'Ships.' } } } },
          },
          ...more,
        },
      },
    ],
    tryIt: false,
  })

describe('the prose of a document', () => {
  it('has links that lead nowhere as their texts', async () => {
    const { warnings, notes, notesPage } = await build(
      'links',
      '[a](/docs/x) [b](./gone.md) [c](#nowhere) [d](reference.html#operation/listShips) [e](#operations) [f](//ships.test/x) [g](https://ships.test) [h](<javascript:alert(1)>)',
    )
    expect(warnings).toStrictEqual([])
    expect(notes).toStrictEqual(
      ['/docs/x', './gone.html', '#nowhere'].map(
        (address) => `index.html: the link to ${address} is broken and shown as plain text`,
      ),
    )
    expect(mainOf('links', 'index.html')).toContain(
      '<p>a b c <a href="reference.html#operation/listShips">d</a> <a href="#operations">e</a> <a href="//ships.test/x">f</a> <a href="https://ships.test">g</a> h</p>',
    )
    expect(notesPage).toBe('document-notes.html')
  })

  it('has images as their texts', async () => {
    const { warnings, notes } = await build(
      'images',
      `[![Build](https://ci.test/x.svg)](https://ci.test) ![](./logo.png) ![Data](data:image/png;base64,${'A'.repeat(500)})`,
    )
    expect(warnings).toStrictEqual([])
    expect(notes).toHaveLength(3)
    expect(Math.max(...notes.map(({ length }) => length))).toBeLessThan(200)
    expect(mainOf('images', 'index.html')).toContain('<p><a href="https://ci.test">Build</a>  Data</p>')
    expect(read('images', 'reference.html')).not.toContain('rel="preload" as="image"')
  })

  it('has the words of HTML, and none of its tags', async () => {
    const { warnings, notes } = await build(
      'html',
      `<script>alert(1)</script>

<div onclick="alert(2)"><p>Block &amp; <b>bold

<!-- a remark -->

In <i>line</i><br/>two <img src=x onerror=alert(3)> <code><img/src=x onerror=alert(4) x

<details><summary>More</summary>

inside

</details>`,
    )
    expect(warnings).toStrictEqual([])
    expect(notes).toStrictEqual([
      'index.html: tags of HTML are left out: <script>, <div>, <p>, <b>, <i>, <img>, <code>, <details>, <summary>',
    ])
    const main = mainOf('html', 'index.html')
    expect(main).not.toMatch(/<(?:script|div on|img|svg|i>|b>|details)/)
    expect(main).toContain('<p>Block &amp; bold</p>')
    expect(main).toContain('In line<br>two')
    expect(main).toContain('<p>More</p>\n<p>inside</p>')
    expect(main).not.toContain('alert(1)')
    const [markup = ''] = read('html', 'reference.html').split('<script type="application/json"')
    expect(markup).not.toMatch(/<script[^>]*>alert|<[^>]*\son(?:click|error)=/)
    const { 'script-src': sources } = JSON.parse(
      read('html', 'content-security-policy.json'),
    ) as InlineSources
    await build('plain', 'Text')
    const withoutScript = JSON.parse(read('plain', 'content-security-policy.json')) as InlineSources
    expect(sources).toStrictEqual(withoutScript['script-src'])
  })

  it.each([
    [
      'of things that mean something to the site or to its tools',
      [
        '<!-- insert: nothing -->',
        '```yaml request\noperation: none\n```',
        '```weird\nx\n```',
        '| a | b\n|---|\n| 1 | 2 | 3 |',
        '{{{redocHTML}}} {{#if}} {{x}} <!-- reference -->',
        '$& $` $1 $$ a\u0000b\u2028c\uFFFE',
        '**a _b [c](d `e ```',
      ].join('\n\n'),
    ],
    ['of quotes within quotes', `${'>'.repeat(20_000)} deep`],
    ['a number', 5],
    ['an object', { a: 1 }],
  ])('may be %s', async (name, description) => {
    const site = name.replaceAll(' ', '-')
    expect(await build(site, description)).toMatchObject({ warnings: [], notes: [], notesPage: undefined })
    expect(mainOf(site, 'index.html')).toContain('listShips')
  })

  it('is left out of the reference where Redocly cannot show it', async () => {
    const { warnings, notes } = await build('list', ['a'])
    expect(warnings).toStrictEqual([])
    expect(notes).toStrictEqual([
      'reference.html: the descriptions are left out, because Redocly cannot show them',
    ])
    expect(read('list', 'reference.html')).toContain('"operationId":"listShips"')
  })

  it('has large tables whole', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `| \`${index}\` | b |`)
    await build('table', `| A | B |\n|---|---|\n${rows.join('\n')}`)
    expect(mainOf('table', 'index.html').match(/<tr/g)).toHaveLength(1000 + 1 + 2)
  })

  it('has headings one level lower, and anchors of their own', async () => {
    await build(
      'headings',
      '# Operations\n\nTitle\n=====\n\n# Content\n\n# !!!\n\n# ???\n\n# Section 2\n\n```sh\n# a remark\n```',
    )
    const main = mainOf('headings', 'index.html')
    const ids = Array.from(read('headings', 'index.html').matchAll(/\sid="([^"]+)"/g), ([, id]) => id)
    expect(ids).toStrictEqual([...new Set(ids)])
    const headings = Array.from(
      main.matchAll(/<h(\d)[^>]*>([^<]*?)\s*</g),
      ([, level, text]) => `${level} ${text}`,
    )
    expect(headings.slice(0, 7)).toStrictEqual([
      '1 Ships',
      '2 Operations',
      '2 Title',
      '2 Content',
      '2 !!!',
      '2 ???',
      '2 Section 2',
    ])
    expect(main).toMatch(/<code>(?:<[^>]*>)?# a remark/)
  })

  it('of a tag begins no heading of its own', async () => {
    await build(
      'tags',
      'Text',
      {},
      {
        tags: [{ name: 'A', description: '# About\n\nMore' }, { name: 'B' }],
        paths: { '/a': tagged('A'), '/b': tagged('B') },
      },
    )
    expect(mainOf('tags', 'index.html')).toContain('<p>About</p>')
    expect(mainOf('tags', 'index.html').match(/<h1/g)).toHaveLength(1)
  })
})

describe('a title with signs of HTML and Markdown', () => {
  const title = `Tom & "Jerry's" <b>*API*</b> &lt; [x]`
  const escaped = `Tom &amp; &quot;Jerry's&quot; &lt;b&gt;*API*&lt;/b&gt; &amp;lt; [x]`
  beforeAll(async () => {
    await build('title', 'Text', { title, summary: 'Cats & <i>mice</i>' })
  })

  it('is escaped once on the page', () => {
    const page = read('title', 'index.html')
    expect(page).toContain(`<title>${escaped}</title>`)
    expect(page).toContain(`<h1>${escaped.replaceAll("'", '&#39;')}</h1>`)
    expect(page).toMatch(
      new RegExp(`class="site-name"[^]*?${escaped.replaceAll(/[*[\]]/g, String.raw`\$&`)}</a>`),
    )
    expect(page).toContain('<p>Cats &amp; &lt;i&gt;mice&lt;/i&gt;</p>')
    expect(page).toContain('<meta name="description" content="Cats &amp; &lt;i&gt;mice&lt;/i&gt;">')
  })

  it('is the same text for search', () => {
    const [found] = readSearch(join(folder, 'title'))('Jerry')
    expect(found?.title).toBe(title)
  })

  it('is no Markdown in llms.txt', () => {
    const [heading] = read('title', 'llms.txt').split('\n')
    expect(heading).toBe(String.raw`# Tom & "Jerry's" \<b>\*API\*\</b> \&lt; \[x\]`)
    expect(read('title', 'llms.txt')).toContain(
      String.raw`- [Tom & "Jerry's" \<b>\*API\*\</b> \&lt; \[x\]](reference.json)`,
    )
  })
})

describe('the notes on a document', () => {
  it('are a page that the home page and the menu lead to', async () => {
    const { pages, notes } = await build(
      'notes',
      '[a](/x)',
      {},
      {
        paths: {
          '/ships': {
            get: { operationId: 'listShips', responses: { 200: { $ref: '#/components/responses/None' } } },
          },
          '/boats': {
            get: {
              operationId: 'listBoats',
              responses: { 200: { description: 'Boats.' } },
              callbacks: { sunk: { $ref: '#/components/callbacks/None' } },
            },
          },
        },
      },
    )
    expect(pages).toContain('document-notes.html')
    expect(notes).toStrictEqual([
      expect.stringContaining('reference.html: the operation listShips cannot be read: '),
      expect.stringContaining('reference.html: The callback sunk of listBoats cannot be read: '),
      expect.stringContaining('index.html: the link to /x'),
    ])
    expect(mainOf('notes', 'index.html')).toContain(
      '<p>3 things are not shown here as the document has them: see the <a href="document-notes.html">notes</a>.</p>',
    )
    const page = mainOf('notes', 'document-notes.html')
    for (const heading of [
      'Operations that cannot be read',
      'Other parts',
      'Texts that are shown differently',
    ])
      expect(page).toContain(`>${heading} <`)
    expect(page.match(/<li>/g)).toHaveLength(3)
    expect(read('notes', 'llms.txt')).toContain('(document-notes.md)')
  })

  it('are absent where there is nothing to note', async () => {
    const { pages } = await build('none', 'Text')
    expect(pages).toStrictEqual(['index.html', 'reference.html'])
    expect(read('none', 'index.html')).not.toContain('document-notes')
  })
})

describe('the descriptions on the try-it page', () => {
  it('have no HTML of the document', () => {
    const text = '<code><img/src=x onerror=alert(1) x\n\nb <b>c</b> [d](javascript:e)'
    const html = JSON.stringify(Markdown({ text })?.props)
    expect(html.match(/<\/?\w+/g)).toStrictEqual(['<p', '</p', '<p', '</p'])
  })
})
