import { type CodeSample, toCodeBlock } from './code-block.ts'
import { escapeHtml } from './text.ts'

/** The content of a tab. */
export interface CodeTab {
  readonly label: string
  /** HTML: code blocks and their output. */
  readonly html: string
}

/** One tab for each sample. */
export function toSampleTabs(samples: readonly CodeSample[]): readonly CodeTab[] {
  return samples.map(({ label, lang, source }) => ({ label, html: toCodeBlock(source.trimEnd(), lang) }))
}

/**
 * The same in several languages, as tabs (WAI-ARIA Authoring Practices, "Tabs"). The script of the page makes them work, and
 * remembers the language. Without the script, the page shows the first one. `id` is unique on the page.
 */
export function toCodeTabs(tabs: readonly CodeTab[], id: string, className = ''): string {
  const buttons = tabs.map(
    ({ label }, index) =>
      `<button type="button" role="tab" id="${id}-tab-${index + 1}" aria-controls="${id}-panel-${index + 1}"${index === 0 ? ' aria-selected="true"' : ' aria-selected="false" tabindex="-1"'}>${escapeHtml(label)}</button>`,
  )
  const panels = tabs.map(
    ({ label, html }, index) =>
      `<div role="tabpanel" id="${id}-panel-${index + 1}" aria-labelledby="${id}-tab-${index + 1}" data-language="${escapeHtml(label)}"${index === 0 ? '' : ' hidden'}>\n${html}</div>`,
  )
  return `<div class="code-tabs${className === '' ? '' : ` ${className}`}">
<div role="tablist" aria-label="Language">
${buttons.join('\n')}
</div>
${panels.join('\n')}
</div>
`
}
