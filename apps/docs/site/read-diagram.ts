import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './escape-html.ts'

/**
 * A diagram as a figure: the SVG itself, so that it takes the colours of the page, named by its text alternative.
 * `address` is relative to the guides. Throws when there is no such file or no alternative.
 */
export function readDiagram(guides: string, address: string, alternative: string): string {
  if (alternative === '') throw new Error(`${address} needs a text alternative`)
  return toFigure(readFileSync(join(guides, address), 'utf8'), alternative)
}

/** An SVG as a figure, named by its text alternative. */
export function toFigure(svg: string, alternative: string): string {
  const label = `role="img" aria-label="${escapeHtml(alternative)}"`
  return `<figure class="diagram" tabindex="0">\n${svg.replace('<svg ', `<svg ${label} `)}</figure>\n`
}
