import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'

/** The code of a group of tabs by the label of the tab, in its order. */
export type TabGroup = ReadonlyMap<string, readonly string[]>

const folder = join(repositoryRoot, 'apps/docs/dist/guides')

/** The groups of tabs on the built page of a guide, in their order. Throws where the page is not built. */
export function readGuideTabs(slug: string): readonly TabGroup[] {
  const file = join(folder, `${slug}.html`)
  if (!existsSync(file)) throw new Error(`${file} is not built: run npm run build first`)
  const [, ...groups] = readFileSync(file, 'utf8').split('<div class="code-tabs">')
  return groups.map((group) => {
    const [, ...panels] = group.split('<div role="tabpanel"')
    return new Map(
      panels.map((panel) => {
        const [html = ''] = panel.split('</div>')
        const label = unescapeHtml(/data-language="([^"]*)"/.exec(html)?.[1] ?? '')
        const codes = Array.from(
          html.matchAll(/<figure class="code ">\n<pre tabindex="0"><code>([^]*?)\n<\/code>/g),
          ([, code = '']) => unescapeHtml(code.replaceAll(/<[^>]*>/g, '')),
        )
        return [label, codes] as const
      }),
    )
  })
}

function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
