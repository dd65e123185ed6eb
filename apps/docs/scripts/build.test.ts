import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listOperations, readContract } from '../generated/contract-document.ts'

const folder = join(import.meta.dirname, '../dist')
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
const frames = ['404.html', 'frame.html']
const pages = files.filter((file) => file.endsWith('.html') && !frames.includes(file))
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The pages that the navigation lists, in its order. */
const navigation = /<nav id="site-navigation"[^]*?<\/nav>/.exec(read('index.html'))?.[0] ?? ''
const listed = Array.from(navigation.matchAll(/href="([^"]+)"/g), ([, path = '']) => path)

const loads =
  /<(script|link|img|iframe|source)\b[^>]*\s(src|href)=["']?(https?:)?\/\/|url\(["']?https?:|@import\s+(url\()?["']?https?:/gi

describe('dist', () => {
  it('has every page in the navigation, but for single decisions and error codes', () => {
    expect(listed.filter((path) => !pages.includes(path))).toStrictEqual([])
    const left = pages.filter((page) => !listed.includes(page))
    expect(left.filter((page) => !/^(?:decisions\/\d{4}-|errors\/)/.test(page))).toStrictEqual([])
    expect(left.filter((page) => page.startsWith('errors/')).length).toBeGreaterThan(40)
  })

  it('has Markdown beside every page', () => {
    expect(pages.filter((page) => !files.includes(page.replace(/html$/, 'md')))).toStrictEqual([])
    expect(read('llms.txt')).toContain('- [Errors and what to do](guides/errors.md): ')
  })

  it('has ids that are unique on their page', () => {
    const own = pages.filter((page) => page !== 'reference.html' && page !== 'sandbox.html')
    const twice = own.flatMap((page) => {
      const ids = Array.from(read(page).matchAll(/\sid="([^"]+)"/g), ([, id]) => id)
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}#${id}`)
    })
    expect(twice).toStrictEqual([])
  })

  it('loads nothing from elsewhere', () => {
    const styled = files.filter((file) => /\.(?:html|css)$/.test(file))
    expect(styled.length).toBeGreaterThan(100)
    expect(styled.flatMap((file) => read(file).match(loads) ?? [])).toStrictEqual([])
  })

  it.each(['how-fast-it-is', 'what-was-proved', 'documents-of-other-apis'])(
    'lacks no figure in guides/%s.html',
    (guide) => {
      expect(read(`guides/${guide}.html`)).not.toMatch(/\bundefined\b|\bNaN\b/)
    },
  )

  it('has the rules in the order of the specification', () => {
    const sections = Array.from(read('rules.html').matchAll(/<h2 id="([^"]+)"/g), ([, id]) => id)
    expect(sections.slice(0, 4)).toStrictEqual(['1', '2', '2.1', '2.2'])
    expect(sections.indexOf('2.9')).toBeLessThan(sections.indexOf('2.10'))
    expect(sections.slice(-2)).toStrictEqual(['D13', 'D14'])
  })
})

describe.each([
  ['reference.html', 'openapi'],
  ['sandbox.html', 'sandbox'],
] as const)('dist/%s', (page, document) => {
  const html = read(page)

  it('names every operation as clients call it', () => {
    const operations = listOperations(readContract(document))
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !html.includes(`\\n\\n\`${name}\``))).toStrictEqual([])
  })

  it('disables the telemetry of the viewer', () => {
    expect(html).toMatch(/"options":\{"disableTelemetry":true/)
  })

  it('keeps the keys of the workshop out', () => {
    expect(html).not.toMatch(/"x-(source|request)":/)
  })

  it('stands below the header of the site', () => {
    expect(html).toMatch(
      /<body>\s*<a class="skip-link" href="#content">[^<]*<\/a>\s*<header class="site-header /,
    )
  })

  it('has samples in nine languages for every operation', () => {
    const operations = listOperations(readContract(document))
    const labels = ['curl', 'TypeScript client', 'fetch', 'Python', 'Go', 'Java', 'C#', 'PHP', 'Ruby']
    const lost = operations.filter(({ method, path }) => {
      const [, samples = ''] = html.split(`<template data-samples="${method.toUpperCase()} ${path}">`)
      const [template = ''] = samples.split('</template>')
      const tabs = Array.from(template.matchAll(/role="tab"[^>]*>([^<]+)/g), ([, label]) => label)
      return tabs.join() !== labels.join()
    })
    expect(lost).toStrictEqual([])
  })
})

describe('search', () => {
  const index = read('assets/search-index.js')

  it.each([
    'reference.html#operation/applyCoupon',
    'sandbox.html#operation/advanceClock',
    'errors/secure_data_expired.html',
    'rules.html#D7-05',
    'guides/quickstart.html',
    'decisions/0011-automata-for-texts.html',
  ])('leads to %s', (href) => {
    expect(index).toContain(`"${href}"`)
  })

  it('is small enough to load on first use', () => {
    // As sent to a browser that accepts gzip.
    expect(readFileSync(join(folder, 'assets/search-index.js.gz')).length).toBeLessThan(175_000)
  })
})
