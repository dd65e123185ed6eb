import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { escapeHtml } from './escape-html.ts'

hljs.registerLanguage('sh', bash)
hljs.registerLanguage('json', json)
hljs.registerLanguage('ts', typescript)
hljs.registerLanguage('yaml', yaml)

const captions: Readonly<Record<string, string>> = { answer: 'Answer', output: 'Output' }

/**
 * A code block, highlighted when the site is built. `info` is what follows the fence: a language, then how the block is
 * proven, as in `json answer`; an answer or output says so above it. Throws on a language that is not known here.
 */
export function toCodeBlock(code: string, info: string): string {
  const [language = '', use = ''] = info.split(' ')
  if (language !== 'text' && hljs.getLanguage(language) === undefined) {
    throw new Error(`A code block cannot be of language "${language}"`)
  }
  const html = language === 'text' ? escapeHtml(code) : hljs.highlight(code, { language }).value
  const caption = captions[use]
  return `<figure class="code ${use}">
${caption === undefined ? '' : `<figcaption>${caption}</figcaption>\n`}<pre tabindex="0"><code>${html}
</code></pre>
${caption === undefined ? '<button type="button" data-copies hidden>Copy</button>\n' : ''}</figure>
`
}
