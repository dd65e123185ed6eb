import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildSite,
  compressFiles,
  type InlineSources,
  readSearch,
  type Search,
  type SiteOptions,
  type SiteSummary,
} from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const documentFile = (name: string): string => join(import.meta.dirname, 'documents', `${name}.yaml`)
const read = (site: string, file: string): string => readFileSync(join(folder, site, file), 'utf8')

/** Returns the hash source of a text for a content security policy. */
const hashOf = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Builds a site, named by the last part of its folder. */
const build = (site: string, options: Omit<SiteOptions, 'outDir'>): Promise<SiteSummary> =>
  buildSite({ outDir: join(folder, site), ...options })

/** A small site with all optional parts, and with broken links. */
const sample = "puts '<b>'"
const shipsOptions: Omit<SiteOptions, 'outDir'> = {
  title: 'Ships',
  documents: [
    {
      document: {
        openapi: '3.1.0',
        info: { title: 'Ships API', version: '1' },
        paths: {
          '/ships/{id}': {
            get: {
              summary: 'List ships',
              responses: { '200': { description: 'Ships' } },
              'x-codeSamples': [
                { lang: 'Ruby', source: sample },
                { lang: 'Shell', label: 'curl', source: 'curl x' },
              ],
            },
          },
        },
      },
    },
  ],
  home: {
    markdown:
      '# Home\n\n[Saws](more/saws.md), [gone](gone.md) and [lost](reference.html#operation/none)\n\n```cobol\nx\n```',
  },
  pages: [
    {
      path: 'more/saws.html',
      group: 'More',
      markdown: '# Saws\n\nSee [home](../index.md#top).\n',
    },
  ],
  tryIt: false,
  errors: { codeHeader: 'X-Code' },
}

let ships: SiteSummary
let ferries: SiteSummary
beforeAll(async () => {
  const guides = join(folder, 'guide-files')
  mkdirSync(guides)
  writeFileSync(
    join(guides, 'tickets.md'),
    '---\ntitle: Tickets\ngroup: Aboard\norder: 2\nkeywords: fare, price\n---\n\n# Buying tickets\n\nA ticket is {{paid}} once.\n\n## Refunds\n\n[Boarding](boarding.md) is final.\n\n<!-- insert: operations -->\n',
  )
  writeFileSync(
    join(guides, 'boarding.md'),
    '---\ntitle: Boarding\ngroup: Aboard\norder: 1\n---\n\nComes without a heading.\n\n```text output\nWelcome aboard\n```\n',
  )
  writeFileSync(join(guides, 'README.md'), '# All guides\n\n![The harbor](harbor.svg)\n')
  writeFileSync(join(guides, 'harbor.svg'), '<svg viewBox="0 0 1 1"></svg>')
  ships = await build('ships', shipsOptions)
  ferries = await build('ferries', {
    documents: [
      { document: documentFile('ferries') },
      { document: documentFile('weather'), path: 'weather.html' },
    ],
    guides,
    synonyms: { 'money back': 'refunds' },
    navigation: [
      { title: 'Aboard', part: 'Travel' },
      { title: 'Start', part: 'Travel' },
      { title: 'Guides', part: 'Crew' },
    ],
  })
})

const navigationOf = (page: string): string =>
  /<nav id="site-navigation"[^]*?<\/nav>/.exec(read('ferries', page))?.[0] ?? ''

const loadSearch = (): Search => readSearch(join(folder, 'ferries'))

describe('buildSite', () => {
  it('writes a page for each document and guide', () => {
    expect(ferries.pages).toStrictEqual([
      'document-notes.html',
      'guides/boarding.html',
      'guides/index.html',
      'guides/tickets.html',
      'index.html',
      'reference.html',
      'try-weather.html',
      'try.html',
      'weather.html',
    ])
  })

  it('notes what of a document is not shown as written', () => {
    expect(ferries.warnings).toStrictEqual([])
    expect(ferries.notes).toStrictEqual([
      expect.stringContaining('weather.html: The operationId reports at '),
      'index.html: tags of HTML are left out: <b>',
    ])
  })

  it('places guides by their front matter', () => {
    const lines = Array.from(
      navigationOf('index.html').matchAll(/<h2>([^<]+)|href="[^"]+"[^>]*>([^<]+)/g),
      ([, group, label]) => group ?? label,
    )
    expect(lines).toStrictEqual([
      'Aboard',
      'Boarding',
      'Tickets',
      'Start',
      'Overview',
      'API reference',
      'Weather',
      'Try it',
      'Try it: Weather',
      'Notes on the document',
      'Guides',
      'All guides',
    ])
  })

  it('folds every part of the menu but the first one and that of the page', () => {
    expect(navigationOf('index.html')).toContain('<details>\n<summary>Crew</summary>')
    expect(navigationOf('guides/index.html')).toContain('<details open>\n<summary>Crew</summary>')
    expect(navigationOf('guides/index.html')).not.toContain('<summary>Travel</summary>')
    // The previous and next pages are in the same part of the site.
    expect(read('ferries', 'try-weather.html')).not.toContain('<a rel="next"')
    expect(read('ferries', 'guides/index.html')).not.toContain('<a rel="prev"')
  })

  it.each([
    ['a guide without a heading its title', 'boarding', '<h1>Boarding</h1>'],
    ['operations relative links', 'tickets', 'href="../reference.html#operation/list-crossings"'],
    ['a drawing its text', 'index', '<svg role="img" aria-label="The harbor" '],
  ])('gives %s', (_title, guide, html) => {
    expect(read('ferries', `guides/${guide}.html`)).toContain(html)
  })

  it('makes a home page of the document', () => {
    const home = read('ferries', 'index.md')
    expect(home).toContain(
      '| `https://{region}.ferries.example.com/v2` | Production; `{region}` is `north` or `south` |',
    )
    expect(home).toContain('| `lineOAuth` | OAuth 2.0: client credentials, authorization code |')
    expect(home).toContain('### Vessels')
    expect(home).toContain('[`crossing-delayed`](reference.html#operation/crossing-delayed)')
  })

  it('has Markdown beside every page, which a control copies, and a map of it', () => {
    const files = readdirSync(join(folder, 'ferries'), { recursive: true, encoding: 'utf8' })
    for (const page of ferries.pages) {
      const twin = page.replace(/html$/, 'md')
      expect(files).toContain(twin)
      const [name] = twin.split('/').slice(-1)
      expect(read('ferries', page)).toContain(`<button type="button" data-copies-page="${name}" hidden>`)
      expect(read('ferries', page)).toContain(`<a href="${name}">View as Markdown</a>`)
    }
    expect(read('ferries', 'llms.txt')).toContain(
      '- [Tickets](guides/tickets.md): A ticket is {{paid}} once.',
    )
    expect(read('ferries', 'reference.md')).toContain('`POST /crossings/{crossing-id}/tickets`, `buy-ticket`')
    expect(read('ferries', 'guides/boarding.md')).toContain('Output:\n\n```text\nWelcome aboard\n')
  })

  it('has one header on every page, with menu and skip link', () => {
    for (const page of [...ferries.pages, '404.html', 'frame.html']) {
      const html = read('ferries', page)
      for (const part of [
        '<a class="skip-link" href="#content">',
        'popovertarget="site-navigation"',
        '<nav id="site-navigation"',
        ' id="content"',
      ])
        expect(html.split(part)).toHaveLength(2)
      expect(html).toMatch(
        /class="site-name"[^>]*><img src="[^"]*assets\/icon\.svg\?v=[^"]+" alt=""[^>]*>Ferries API</,
      )
    }
  })

  it('leaves room in the frame for other pages', () => {
    const frame = read('ferries', 'frame.html')
    for (const place of ['<!-- head -->', '<!-- content -->']) expect(frame.split(place)).toHaveLength(2)
  })

  it('loads what a server says of itself before its own script', () => {
    for (const page of [...ferries.pages, '404.html', 'frame.html']) {
      const scripts = Array.from(read('ferries', page).matchAll(/<script src="([^"?]+)/g), ([, src]) => src)
      const own = scripts.map((src) => src?.replace(/^(?:\.\.\/)*/, ''))
      expect(own.indexOf('assets/server.js')).toBe(own.indexOf('assets/site.js') - 1)
    }
    expect(read('ferries', 'assets/server.js')).toBe('')
  })

  it('lists the hashes of all that stands in its pages, for a content security policy', () => {
    const policy = JSON.parse(read('ferries', 'content-security-policy.json')) as InlineSources
    for (const page of [...ferries.pages, '404.html', 'frame.html']) {
      const html = read('ferries', page)
      for (const [, script] of html.matchAll(/<script>([^]*?)<\/script>/g))
        expect(policy['script-src']).toContain(hashOf(script))
      for (const [, style] of html.matchAll(/<style\b[^>]*>([^]*?)<\/style>/g))
        expect(policy['style-src']).toContain(hashOf(style))
      expect(html).not.toMatch(/<script type="module">|\son[a-z]+="/)
    }
    expect(policy['style-src-attr'][0]).toBe("'unsafe-hashes'")
  })

  it('is compressed once, beside its files', async () => {
    const copy = join(folder, 'compressed')
    cpSync(join(folder, 'ferries'), copy, { recursive: true })
    await compressFiles(copy)
    const html = readFileSync(join(copy, 'reference.html'))
    expect(brotliDecompressSync(readFileSync(join(copy, 'reference.html.br')))).toStrictEqual(html)
    expect(gunzipSync(readFileSync(join(copy, 'reference.html.gz')))).toStrictEqual(html)
    expect(existsSync(join(copy, 'assets/server.js.br'))).toBe(false)
  })

  it('helps readers of a page that does not exist', () => {
    const page = read('ferries', '404.html')
    expect(page).toContain('<h1>Page not found</h1>')
    expect(page).toMatch(/<button type="button" data-opens-search hidden>Search the docs<\/button>/)
  })

  it('offers the document of a reference as JSON and YAML', () => {
    for (const name of ['reference', 'weather']) {
      expect(read('ferries', `${name}.html`)).toContain(`<a href="${name}.yaml" download>OpenAPI YAML</a>`)
      expect(parse(read('ferries', `${name}.yaml`))).toStrictEqual(
        JSON.parse(read('ferries', `${name}.json`)),
      )
    }
  })

  it('has the viewer of the references once', () => {
    for (const name of ['reference.html', 'weather.html']) {
      expect(read('ferries', name)).toMatch(/<script src="assets\/redoc\.js\?v=[\da-f]{12}" defer><\/script>/)
      expect(read('ferries', name).length).toBeLessThan(500_000)
    }
    expect(read('ferries', 'assets/redoc.js')).not.toMatch(/import\.meta|^export /m)
  })

  it('makes links of the references that open as themselves', () => {
    const [, viewer = ''] = read('ferries', 'reference.html').split('<div id="redoc">')
    const links = Array.from(viewer.matchAll(/<a\b[^>]*? href="([^"]*)"/g), ([, href]) => href)
    expect(links).toContain('#/vessels')
    expect(links.filter((href) => !/^(?:#|https:)/.test(href ?? ''))).toStrictEqual([])
  })

  it.each([
    ['buy-ticket', 'reference.html#operation/buy-ticket'],
    ['zeppelin', undefined],
    ['boat photo', 'reference.html#operation/get-photo'],
    ['get photo', 'reference.html#operation/get-photo'],
    ['post stations', 'weather.html#operation/post-stations'],
    ['crossing-delayed', 'reference.html#operation/crossing-delayed'],
    ['refunds', 'guides/tickets.html#refunds'],
    ['a refunded', 'guides/tickets.html#refunds'],
    ['fares', 'guides/tickets.html'],
    ['a fare', 'guides/tickets.html'],
    ['API reference', 'reference.html'],
    ['try it', 'try.html'],
    ['my money back', 'guides/tickets.html#refunds'],
    ['tikcets', 'reference.html#operation/get-ticket'],
    ['urgent', 'reference.html#operation/send-complaint'],
  ])('lets search find "%s" at %s', (query, href) => {
    expect(loadSearch()(query)[0]?.href).toBe(href)
  })

  it('lets search show the passage that matches', () => {
    expect(loadSearch()('paid once')[0]?.text).toBe('A ticket is {{paid}} once.')
    expect(loadSearch()('final')[0]?.text).toBe('Boarding is final.')
  })

  it('lets search be narrowed to a part', () => {
    const search = loadSearch()
    expect(search('guides', 1).map(({ href }) => href)).toStrictEqual(['guides/index.html'])
    expect(search('tickets', 1)).toStrictEqual([])
  })

  it('loads nothing from elsewhere', () => {
    const loads =
      /<(?:script|link|img)\b[^>]*\s(?:src|href)=["']?(?:https?:)?\/\/|cdn\.redoc\.ly|@import\s+(?:url\()?["']?https?:|url\(["']?https?:/
    expect(ferries.pages.filter((page) => loads.test(read('ferries', page)))).toStrictEqual([])
    expect(read('ferries', 'reference.html').includes('"disableTelemetry":true')).toBe(true)
  })

  it('knows no API but that of the document', () => {
    const files = readdirSync(join(folder, 'ferries'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !['reference.html', 'weather.html'].includes(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
    const foreign = /gift|coupon|wallet|drawdown|\bcart\b|sandbox|marketplace|x-cc-/i
    expect(files.filter((file) => foreign.test(readFileSync(file, 'utf8')))).toStrictEqual([])
  })

  it('takes a document without tags, operation ids and examples', () => {
    expect(read('ferries', 'weather.html')).toContain('"operationId":"get-stations-station-id"')
    expect(read('ferries', 'weather.html')).toContain('"summary":"DELETE /stations/{station_id}"')
  })

  it('has no pages of errors, unless they are asked for and there are some', () => {
    expect([...ferries.pages, ...ships.pages].filter((page) => page.startsWith('errors/'))).toStrictEqual([])
    expect(read('ships', 'llms.txt')).not.toContain('errors.json')
  })

  it('warns of links that lead nowhere', () => {
    expect(ships.warnings).toStrictEqual([
      'index.html: a code block has the unknown language "cobol" and is not highlighted',
      'index.html links to gone.html, which does not exist',
      'index.html links to reference.html#operation/none, which does not exist',
      'more/saws.html links to ../index.html#top, which does not exist',
    ])
  })

  it.each([
    [{ openapi: '2.0' }, 'The document is OpenAPI "2.0": only 3.0, 3.1 and 3.2 can be'],
    [{ swagger: '1.2' }, 'The document has a Swagger version other than 2.0'],
    [
      { openapi: '3.1.0', paths: { '/a': { $ref: './a.yaml' } } },
      'refers to ./a.yaml, which is outside of it: bundle it first',
    ],
  ])('rejects the document %o', async (document, message) => {
    await expect(build('rejected', { documents: [{ document }] })).rejects.toThrow(message)
  })

  it('leaves an older site as it was when it fails', async () => {
    const home = { markdown: '<!-- insert: nothing -->' }
    const broken = build('ferries', { documents: [{ document: documentFile('ferries') }], home })
    await expect(broken).rejects.toThrow('index.html names the insert nothing: add it to `inserts`.')
    expect(read('ferries', 'index.html')).toContain('<h1>Ferries API</h1>')
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toStrictEqual([])
  })

  it('replaces no folder that is not a site', async () => {
    const documents = [{ document: documentFile('weather') }]
    await expect(build('guide-files', { documents })).rejects.toThrow('holds other files than a site')
  })
})

const script = (name: string): string => readFileSync(join(import.meta.dirname, '../generated', name), 'utf8')

describe('the scripts of the pages', () => {
  it('run no text as code', () => {
    expect(script('try-it.js')).not.toMatch(/\beval\(|\bnew Function\b|[^.\w]Function\(/)
  })

  it('keep nothing of the try-it page in the browser', () => {
    expect(script('try-it.js')).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/)
  })
})

describe('the samples of an operation', () => {
  it('are tabs in a template, and no part of the document that the viewer has', () => {
    const [page = '', definition = ''] = read('ships', 'reference.html').split(
      '<script type="application/json" id="redoc-data">',
    )
    const [, template = ''] = page.split('<template data-samples="GET /ships/{id}">')
    expect(template).toMatch(/role="tab"[^>]*>Ruby<[^]*role="tab"[^>]*>curl</)
    expect(template).toContain('&lt;b&gt;')
    expect(template).toContain('class="code-tabs without-body"')
    expect(definition).not.toContain('x-codeSamples')
    expect(read('ships', 'reference.json')).toContain(JSON.stringify(sample))
  })
})
