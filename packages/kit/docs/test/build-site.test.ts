import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSearch, type Search, type SearchIndex } from '../browser/site/search.ts'
import { buildSite, type SiteOptions, type SiteSummary } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const documentFile = (name: string): string => join(import.meta.dirname, 'documents', `${name}.yaml`)
const read = (site: string, file: string): string => readFileSync(join(folder, site, file), 'utf8')

/** Builds a site, named by the last part of its folder. */
const build = (site: string, options: Omit<SiteOptions, 'outDir'>): Promise<SiteSummary> =>
  buildSite({ outDir: join(folder, site), ...options })

/** A small site, with all that a site need not have and with links that lead nowhere. */
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
      '# Home\n\nCross the sea.\n\n[Saws](more/saws.md), [gone](gone.md) and [lost](reference.html#operation/none)\n\n```cobol\nx\n```',
  },
  pages: [
    {
      path: 'more/saws.html',
      group: 'More',
      markdown:
        '# Saws\n\nSee [home](../index.md#top), [below](#teeth) and [elsewhere](https://ships.example).\n\n```md\n[kept](x.md)\n```\n\n## Teeth\n\nSharp.\n',
    },
    { path: 'minutes.html', group: 'Minutes', markdown: '# Minutes\n\nOf the club.\n' },
  ],
  navigation: [{ title: 'Minutes', isOptional: true }, { title: 'Start' }],
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
    '---\ntitle: Boarding\ngroup: Aboard\norder: 1\n---\n\nComes without a heading.\n',
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
    navigation: [
      { title: 'Aboard', part: 'Travel' },
      { title: 'Start', part: 'Travel' },
      { title: 'Guides', part: 'Crew' },
    ],
  })
})

const navigationOf = (page: string): string =>
  /<nav id="site-navigation"[^]*?<\/nav>/.exec(read('ferries', page))?.[0] ?? ''

/** The search of the built site, as its pages load it. */
function loadSearch(): Search {
  const context: { docsSearchIndex?: SearchIndex } = {}
  runInNewContext(read('ferries', 'assets/search-index.js'), context)
  if (context.docsSearchIndex === undefined) throw new Error('The script assigns no index')
  return createSearch(context.docsSearchIndex)
}

describe('buildSite', () => {
  it('writes a page for each document and guide', () => {
    expect(ferries.pages).toStrictEqual([
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

  it('warns of what is not shown as written', () => {
    expect(ferries.warnings).toStrictEqual([
      'index.html: HTML is shown as text: <b>',
      'index.html: HTML is shown as text: </b>',
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
      'Guides',
      'All guides',
    ])
  })

  it('folds every part of the menu but the first one and that of the page', () => {
    expect(navigationOf('index.html')).toContain('<details>\n<summary>Crew</summary>')
    expect(navigationOf('guides/index.html')).toContain('<details open>\n<summary>Crew</summary>')
    expect(navigationOf('guides/index.html')).not.toContain('<summary>Travel</summary>')
  })

  it('leads to the neighbors of a page within its part', () => {
    expect(read('ferries', 'try-weather.html')).not.toContain('<a rel="next"')
    expect(read('ferries', 'guides/index.html')).not.toContain('<a rel="prev"')
  })

  it('gives a guide without a heading its title', () => {
    expect(read('ferries', 'guides/boarding.html')).toContain('<h1>Boarding</h1>')
  })

  it('leads from guides to operations, relatively', () => {
    expect(read('ferries', 'guides/tickets.html')).toContain(
      'href="../reference.html#operation/list-crossings"',
    )
  })

  it('puts drawings into the page', () => {
    expect(read('ferries', 'guides/index.html')).toContain('<svg role="img" aria-label="The harbor" ')
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

  it('has Markdown beside every page, and a map of it', () => {
    const files = readdirSync(join(folder, 'ferries'), { recursive: true, encoding: 'utf8' })
    expect(ferries.pages.filter((page) => !files.includes(page.replace(/html$/, 'md')))).toStrictEqual([])
    expect(read('ferries', 'llms.txt')).toContain(
      '- [Tickets](guides/tickets.md): A ticket is {{paid}} once.',
    )
    expect(read('ferries', 'reference.md')).toContain('`POST /crossings/{crossing-id}/tickets`, `buy-ticket`')
  })

  it('has a control on every page that copies its Markdown, and a link to it', () => {
    for (const page of ferries.pages) {
      const twin = page.replace(/^.*\//, '').replace(/html$/, 'md')
      expect(read('ferries', page)).toContain(`<button type="button" data-copies-page="${twin}" hidden>`)
      expect(read('ferries', page)).toContain(`<a href="${twin}">View as Markdown</a>`)
    }
  })

  it('has one header on every page, with menu and skip link', () => {
    for (const page of [...ferries.pages, '404.html', 'frame.html']) {
      const html = read('ferries', page)
      expect(html.match(/<a class="skip-link" href="#content">/g)).toHaveLength(1)
      expect(html.match(/popovertarget="site-navigation"/g)).toHaveLength(1)
      expect(html.match(/<nav id="site-navigation"/g)).toHaveLength(1)
      expect(html).toMatch(
        /class="site-name"[^>]*><img src="[^"]*assets\/icon\.svg\?v=[^"]+" alt=""[^>]*>Ferries API</,
      )
    }
  })

  it('has what the skip link leads to on every page', () => {
    const pages = [...ferries.pages, '404.html', 'frame.html']
    expect(pages.filter((page) => !read('ferries', page).includes(' id="content"'))).toStrictEqual([])
  })

  it('leaves room in the frame for pages of a server', () => {
    const frame = read('ferries', 'frame.html')
    for (const place of [
      '<!-- head -->',
      '<!-- content -->',
      '<!-- header links -->',
      '<!-- navigation links -->',
    ])
      expect(frame.split(place)).toHaveLength(2)
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
  ])('lets search find "%s" at %s', (query, href) => {
    expect(loadSearch()(query)[0]?.href).toBe(href)
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
      'index.html: a code block is of the unknown language "cobol" and is not highlighted',
      'index.html links to gone.html, which the site does not have',
      'index.html links to reference.html#operation/none, which the site does not have',
      'more/saws.html links to ../index.html#top, which the site does not have',
    ])
  })

  it.each([
    [{ openapi: '2.0' }, 'The document must be OpenAPI 3.0 or 3.1, but its `openapi` is 2.0.'],
    [{ swagger: '2.0' }, 'The document must be OpenAPI 3.0 or 3.1, but its `openapi` is missing.'],
    [
      { openapi: '3.1.0', paths: { $ref: './a.yaml' } },
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
    const [page = '', definition = ''] = read('ships', 'reference.html').split('__redoc_definition')
    const [, template = ''] = page.split('<template data-samples="GET /ships/{id}">')
    expect(template).toMatch(/role="tab"[^>]*>Ruby<[^]*role="tab"[^>]*>curl</)
    expect(template).toContain('&lt;b&gt;')
    expect(template).toContain('class="code-tabs without-body"')
    expect(definition).not.toContain('x-codeSamples')
    expect(read('ships', 'reference.json')).toContain(JSON.stringify(sample))
  })
})

describe('llms.txt', () => {
  it('has the sections of llmstxt.org in their order', () => {
    const lines = read('ships', 'llms.txt').split('\n')
    expect(lines.filter((line) => /^[#>]/.test(line))).toStrictEqual([
      '# Ships',
      '> Cross the sea.',
      '## Start',
      '## More',
      '## Files',
      '## Optional',
    ])
  })

  it('lists nothing but links between its headings', () => {
    const [, ...sections] = read('ships', 'llms.txt').split(/^## .*$/m)
    const lines = sections.flatMap((section) => section.trim().split('\n'))
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\)(: .+)?$/.test(line))).toStrictEqual([])
    expect(lines).toContain('- [Overview](index.md): Cross the sea.')
    expect(lines).toContain('- [API reference](reference.md): Every operation and schema of the document.')
    expect(lines).toContain('- [Ships API](reference.json): the OpenAPI document')
    expect(lines.at(-1)).toBe('- [Minutes](minutes.md): Of the club.')
  })

  it('names files that there are, and the command of an MCP server', () => {
    const text = read('ships', 'llms.txt')
    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, path = '']) => path)
    expect(links).toContain('llms-full.txt')
    expect(links.filter((path) => read('ships', path) === '')).toStrictEqual([])
    expect(text).toContain('`npx @contract-kit/tools mcp SITE/reference.json --docs SITE`')
  })
})

describe('llms-full.txt', () => {
  it('has every page that is not optional in the order of the navigation', () => {
    const text = read('ships', 'llms-full.txt')
    const pages = Array.from(text.matchAll(/^---\n\nPage: (.+)$/gm), ([, page]) => page)
    expect(pages).toStrictEqual(['index.md', 'reference.md', 'more/saws.md'])
    expect(text).toContain(read('ships', 'reference.md').trim())
  })

  it('has links that lead from the top of the site', () => {
    const text = read('ships', 'llms-full.txt')
    expect(text).toContain(
      'See [home](index.md#top), [below](more/saws.md#teeth) and [elsewhere](https://ships.example).',
    )
    expect(text).toContain('[Saws](more/saws.md)')
    expect(text).toContain('[kept](x.md)')
  })
})
