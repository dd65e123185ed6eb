import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listOperations, readContract } from '../site/contract-document.ts'
import { sitePages } from '../site/site-map.ts'
import { builtFiles, builtPages, linksOf, linkTargets, readBuilt } from './built-site.ts'
import { collectSite } from './collect-site.ts'

const loads =
  /<(script|link|img|iframe|source)\b[^>]*\s(src|href)=["']?(https?:)?\/\/|url\(["']?https?:|@import\s+(url\()?["']?https?:/gi

describe('dist', () => {
  it('has every page of the navigation', () => {
    expect(sitePages.map(({ path }) => path).filter((path) => !builtFiles.includes(path))).toStrictEqual([])
  })

  it('has every page in the navigation, but for single decisions', () => {
    const listed: ReadonlySet<string> = new Set(sitePages.map(({ path }) => path))
    const left = builtPages.filter((page) => !listed.has(page))
    expect(left.filter((page) => !/^decisions\/\d{4}-/.test(page))).toStrictEqual([])
    expect(left.length).toBeGreaterThan(10)
  })

  it('leads to nothing that is not there', () => {
    const targets = linkTargets()
    const broken = builtPages.flatMap((page) =>
      linksOf(page)
        .filter((address) => !/^[a-z]+:/.test(address))
        .filter((address) => !targets.has(toTarget(page, address)))
        .map((address) => `${page} leads to ${address}`),
    )
    expect(broken).toStrictEqual([])
  })

  it('lets search lead to nothing that is not there', () => {
    const targets = linkTargets()
    const broken = collectSite().documents.filter(({ href }) => !targets.has(href))
    expect(broken.map(({ href }) => href)).toStrictEqual([])
  })

  it('has ids that are unique on their page', () => {
    const pages = builtPages.filter((page) => page !== 'reference.html' && page !== 'sandbox.html')
    const twice = pages.flatMap((page) => {
      const ids = Array.from(readBuilt(page).matchAll(/\sid="([^"]+)"/g), ([, id]) => id)
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${page}#${id}`)
    })
    expect(twice).toStrictEqual([])
  })

  it.each(builtFiles.filter((file) => /\.(?:html|css)$/.test(file)))(
    'loads nothing from elsewhere in %s',
    (file) => {
      expect(readBuilt(file).match(loads) ?? []).toStrictEqual([])
    },
  )
})

describe.each([
  ['reference.html', 'openapi'],
  ['sandbox.html', 'sandbox'],
] as const)('dist/%s', (page, document) => {
  const html = readBuilt(page)

  it('shows no logo from elsewhere', () => {
    expect(html).not.toMatch(/cdn\.redoc\.ly/)
  })

  it('names its buttons as they look', () => {
    expect(html).not.toContain('"aria-label":`Example`')
    expect(html).toContain('"aria-label":`Clear`')
  })

  it('lets its search find an operation by its name', () => {
    const operations = listOperations(readContract(document))
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !html.includes(`"description":"\`${name}\` `))).toStrictEqual([])
  })

  it('tells the viewer to send nothing home', () => {
    expect(html).toMatch(/__redoc_options = \{"disableTelemetry":true/)
  })

  it('keeps the keys of the workshop out', () => {
    expect(html).not.toMatch(/"x-(source|request)":/)
  })

  it('stands below the header of the site', () => {
    expect(html).toMatch(/<body>\s*<header class="site-header">/)
  })

  it('shows code samples', () => {
    expect(html).toContain('"x-codeSamples":[{"lang":"Shell","label":"curl"')
  })
})

/** The file, and anchor if any, that an address on a page leads to. */
function toTarget(page: string, address: string): string {
  const [path = '', anchor] = address.split('#')
  const file = path === '' ? page : posix.join(posix.dirname(page), path)
  return anchor === undefined ? file : `${file}#${decodeURIComponent(anchor)}`
}
