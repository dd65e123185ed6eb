import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renderMarkdown, withoutDiagrams } from '../site/render-markdown.ts'
import { type SitePageSource, toMarkdownPage } from './markdown-page.ts'

const list = 'decisions/index.html'

/** Every decision of the folder as a page, and its README as the list of them. */
export function readDecisionPages(folder: string): readonly SitePageSource[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const rendered = renderMarkdown(readFileSync(join(folder, name), 'utf8'), withoutDiagrams)
      const path = name === 'README.md' ? list : `decisions/${basename(name, '.md')}.html`
      return toMarkdownPage(rendered, { path, kind: 'Decision', section: list })
    })
}
