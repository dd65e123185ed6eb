import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expandInserts, type Inserts } from '../site/expand-inserts.ts'
import { readDiagram } from '../site/read-diagram.ts'
import { renderMarkdown } from '../site/render-markdown.ts'
import { type SitePageSource, toMarkdownPage } from './markdown-page.ts'

/** Every guide of the folder as a page, what is generated inserted. */
export function readGuidePages(folder: string, inserts: Inserts): readonly SitePageSource[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const markdown = expandInserts(readFileSync(join(folder, name), 'utf8'), inserts)
      const rendered = renderMarkdown(markdown, (address, alternative) =>
        readDiagram(folder, address, alternative),
      )
      return toMarkdownPage(rendered, { path: `guides/${basename(name, '.md')}.html`, kind: 'Guide' })
    })
}
