import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-llms-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (file: string): string => readFileSync(join(folder, 'site', file), 'utf8')

beforeAll(async () => {
  await buildSite({
    outDir: join(folder, 'site'),
    title: 'Ferries',
    documents: [{ document: join(import.meta.dirname, 'documents/ferries.yaml') }],
    home: { markdown: '# Home\n\nCross the sea.\n\n[Saws](more/saws.md)\n' },
    pages: [
      {
        path: 'more/saws.html',
        group: 'More',
        markdown:
          '# Saws\n\nSee [home](../index.md#top), [below](#teeth) and [elsewhere](https://ferries.example).\n\n```md\n[kept](x.md)\n```\n\n## Teeth\n\nSharp.\n',
      },
      { path: 'minutes.html', group: 'Minutes', markdown: '# Minutes\n\nOf the club.\n' },
    ],
    navigation: [{ title: 'Minutes', isOptional: true }, { title: 'Start' }],
  })
})

describe('llms.txt', () => {
  it('has the sections of llmstxt.org in their order', () => {
    expect(
      read('llms.txt')
        .split('\n')
        .filter((line) => /^[#>]/.test(line)),
    ).toStrictEqual(['# Ferries', '> Cross the sea.', '## Start', '## More', '## Files', '## Optional'])
  })

  it('lists nothing but links between its headings', () => {
    const [, ...sections] = read('llms.txt').split(/^## .*$/m)
    const lines = sections.flatMap((section) => section.trim().split('\n'))
    expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\)(: .+)?$/.test(line))).toStrictEqual([])
    expect(lines).toContain('- [Overview](index.md): Cross the sea.')
    expect(lines).toContain('- [API reference](reference.md): Every operation and schema of the document.')
    expect(lines).toContain('- [Ferries API](reference.json): the OpenAPI document')
    expect(lines.at(-1)).toBe('- [Minutes](minutes.md): Of the club.')
  })

  it('names files that there are', () => {
    const links = Array.from(read('llms.txt').matchAll(/\]\(([^)]+)\)/g), ([, path = '']) => path)
    expect(links).toContain('llms-full.txt')
    expect(links.map((path) => read(path)).filter((text) => text === '')).toStrictEqual([])
  })

  it('names the command of an MCP server', () => {
    expect(read('llms.txt')).toContain('`npx @contract-kit/tools mcp SITE/reference.json --docs SITE`')
  })
})

describe('llms-full.txt', () => {
  it('has every page that is not optional in the order of the navigation', () => {
    const pages = Array.from(read('llms-full.txt').matchAll(/^---\n\nPage: (.+)$/gm), ([, page]) => page)
    expect(pages).toStrictEqual(['index.md', 'reference.md', 'more/saws.md'])
    expect(read('llms-full.txt')).toContain(read('reference.md').trim())
  })

  it('has links that lead from the top of the site', () => {
    const text = read('llms-full.txt')
    expect(text).toContain(
      'See [home](index.md#top), [below](more/saws.md#teeth) and [elsewhere](https://ferries.example).',
    )
    expect(text).toContain('[Saws](more/saws.md)')
    expect(text).toContain('[kept](x.md)')
  })
})
