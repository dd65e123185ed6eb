import { describe, expect, it } from 'vitest'
import { toCodeBlock } from './code-block.ts'

describe('toCodeBlock', () => {
  it('highlights, escapes and offers to copy', () => {
    const html = toCodeBlock(`const a = '<b>'`, 'ts')
    expect(html).toContain(
      `<span class="hljs-keyword">const</span> a = <span class="hljs-string">&#x27;&lt;b&gt;&#x27;</span>`,
    )
    expect(html).toContain('<button type="button" data-copies hidden>Copy</button>')
  })

  it('says of an answer that it is one', () => {
    const html = toCodeBlock('{ "a": 1 }', 'json answer')
    expect(html).toContain('<figcaption>Answer</figcaption>')
    expect(html).not.toContain('button')
  })

  it('refuses a language that it does not know', () => {
    expect(() => toCodeBlock('x', 'cobol')).toThrow('"cobol"')
  })
})
