import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../src/index.ts'

const outDir = mkdtempSync(join(tmpdir(), 'docs-llms-'))
afterAll(() => rmSync(outDir, { recursive: true }))

const read = (file: string): string => readFileSync(join(outDir, file), 'utf8')

beforeAll(async () => {
  const paths = { '/ships': { get: { responses: { '200': { description: 'Ships' } } } } }
  await buildSite({
    outDir,
    title: 'Ships',
    documents: [{ document: { openapi: '3.1.0', info: { title: 'Ships API', version: '1' }, paths } }],
    home: { markdown: '# Home\n\nCross the sea.\n\n[Saws](more/saws.md)' },
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
  })
})

describe('llms.txt', () => {
  it('has the sections of llmstxt.org in their order', () => {
    const lines = read('llms.txt').split('\n')
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
    const [, ...sections] = read('llms.txt').split(/^## .*$/m)
    const lines = sections.flatMap((section) => section.trim().split('\n'))
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\)(: .+)?$/.test(line))).toStrictEqual([])
    expect(lines).toContain('- [Overview](index.md): Cross the sea.')
    expect(lines).toContain('- [API reference](reference.md): Every operation and schema of the document.')
    expect(lines).toContain('- [Ships API](reference.json): the OpenAPI document')
    expect(lines.at(-1)).toBe('- [Minutes](minutes.md): Of the club.')
  })

  it('names files that there are, and the command of an MCP server', () => {
    const text = read('llms.txt')
    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, path = '']) => path)
    expect(links).toContain('llms-full.txt')
    expect(links.filter((path) => read(path) === '')).toStrictEqual([])
    expect(text).toContain('`npx @contract-kit/tools mcp SITE/reference.json --docs SITE`')
  })
})

describe('llms-full.txt', () => {
  it('has every page that is not optional in the order of the navigation', () => {
    const text = read('llms-full.txt')
    const pages = Array.from(text.matchAll(/^---\n\nPage: (.+)$/gm), ([, page]) => page)
    expect(pages).toStrictEqual(['index.md', 'reference.md', 'more/saws.md'])
    expect(text).toContain(read('reference.md').trim())
  })

  it('has links that lead from the top of the site', () => {
    const text = read('llms-full.txt')
    expect(text).toContain(
      'See [home](index.md#top), [below](more/saws.md#teeth) and [elsewhere](https://ships.example).',
    )
    expect(text).toContain('[Saws](more/saws.md)')
    expect(text).toContain('[kept](x.md)')
  })
})
