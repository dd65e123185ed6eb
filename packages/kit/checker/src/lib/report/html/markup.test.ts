import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html } from './markup.ts'

const ENDING = /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/

describe('html', () => {
  it('escapes a value in content and attributes', () => {
    const text = `<script>"it's" & more`
    const escaped = '&lt;script&gt;&quot;it&#39;s&quot; &amp; more'
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`)
  })

  it('leaves markup as it is', () => {
    expect(html`<i>${html`<b>${'<'}</b>`}</i>`.text).toBe('<i><b>&lt;</b></i>')
  })

  it('joins a list of markup by lines', () => {
    const names = ['a', 'b'].map((name) => html`<b>${name}</b>`)
    expect(html`<i>${names}</i>`.text).toBe('<i><b>a</b>\n<b>b</b></i>')
  })

  it('shows a control character as a replacement', () => {
    expect(html`<p>${'a\u0000b\tc\n'}</p>`.text).toBe('<p>a\uFFFDb\tc\n</p>')
  })

  it('lets no text end an element or an attribute, for any text', () => {
    expect(ENDING.test('a<b')).toBe(true)
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', ';', '#', 'l', 't', ' ') }),
        (text) => !ENDING.test(html`${text}`.text),
      ),
      { seed: 7 },
    )
  })
})
