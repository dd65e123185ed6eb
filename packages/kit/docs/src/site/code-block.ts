import hljs from 'highlight.js/lib/common'
import { escapeHtml } from './text.ts'

/** Code in one language. */
export interface CodeSample {
  /** `Shell`, `TypeScript`, `C#`: the language as highlighters know it. */
  readonly lang: string
  /** The label of the tab: `curl`, `TypeScript client`. */
  readonly label: string
  readonly source: string
}

/** Options of a code block. */
export interface CodeBlockOptions {
  /** A caption replaces the copy button. */
  readonly caption?: string | undefined
  readonly className?: string | undefined
}

/** A code block as HTML, highlighted if its language is known, with a copy button. */
export function toCodeBlock(code: string, language: string, options: CodeBlockOptions = {}): string {
  const { caption, className = '' } = options
  const name = toHighlighter(language)
  const html = name === undefined ? escapeHtml(code) : hljs.highlight(code, { language: name }).value
  return `<figure class="code ${escapeHtml(className)}">
${caption === undefined ? '' : `<figcaption>${caption}</figcaption>\n`}<pre tabindex="0"><code>${html}
</code></pre>
${caption === undefined ? '<button type="button" data-copies hidden>Copy</button>\n' : ''}</figure>
`
}

/** Whether code of the language is highlighted. Plain text has no language. */
export function isKnownLanguage(language: string): boolean {
  return language === '' || toHighlighter(language) !== undefined
}

/** The name of a language for readers: `TypeScript` for `ts`. */
export function toLanguageName(language: string): string {
  return hljs.getLanguage(toHighlighter(language) ?? '')?.name ?? language
}

/** In samples, `Shell` is a script, not a session with prompts. */
function toHighlighter(language: string): string | undefined {
  const name = language.toLowerCase()
  if (name === 'shell') return 'bash'
  return hljs.getLanguage(name) === undefined ? undefined : name
}
