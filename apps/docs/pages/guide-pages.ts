import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expandInserts, type Inserts } from '../site/expand-inserts.ts'
import { readDiagram, toFigure } from '../site/read-diagram.ts'
import { renderMarkdown } from '../site/render-markdown.ts'
import { type SitePageSource, toMarkdownPage } from './markdown-page.ts'

/** Generated SVG by the address under which guides name it. */
export type Drawings = Readonly<Record<string, { readonly svg: string }>>

/** Every guide of the folder as a page, what is generated inserted. */
export function readGuidePages(
  folder: string,
  inserts: Inserts,
  drawings: Drawings,
): readonly SitePageSource[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const markdown = expandInserts(readFileSync(join(folder, name), 'utf8'), inserts)
      const rendered = renderMarkdown(markdown, (address, alternative) => {
        const drawing = drawings[address]
        return drawing === undefined
          ? readDiagram(folder, address, alternative)
          : toFigure(drawing.svg, alternative)
      })
      return toMarkdownPage(rendered, { path: `guides/${basename(name, '.md')}.html`, kind: 'Guide' })
    })
}
