import { createHash } from 'node:crypto'

/** Content Security Policy sources for inline scripts and styles, by directive. */
export type InlineSources = Readonly<Record<'script-src' | 'style-src' | 'style-src-attr', readonly string[]>>

/**
 * The hashes of scripts, styles and style attributes in pages (CSP Level 3, 8.3), so that a server need not allow any other. An empty
 * style is one of them: the viewer of the references fills it by script.
 */
export function listInlineSources(pages: readonly string[]): InlineSources {
  const list = (pattern: RegExp) =>
    pages.flatMap((html) => Array.from(html.matchAll(pattern), ([, text = '']) => text))
  const attributes = list(/\sstyle="([^"]*)"/g).map((text) =>
    text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  )
  return {
    'script-src': toSources(list(/<script>([^]*?)<\/script>/g)),
    'style-src': toSources(['', ...list(/<style[^>]*>([^]*?)<\/style>/g)]),
    'style-src-attr': attributes.length === 0 ? [] : ["'unsafe-hashes'", ...toSources(attributes)],
  }
}

const toSources = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)]
    .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .toSorted()
