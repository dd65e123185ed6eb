import { describe, expect, it } from 'vitest'
import { renderMarkdown, withoutDiagrams } from './render-markdown.ts'

const render = (markdown: string) => renderMarkdown(markdown, withoutDiagrams)

describe('renderMarkdown', () => {
  it('takes title and lead from the text', () => {
    const { title, lead } = render('# Carts & `stock`\n\nAdd **cards**\nto a cart.\n\nMore.')
    expect([title, lead]).toStrictEqual(['Carts & stock', 'Add cards to a cart.'])
  })

  it('gives headings anchors, and lists them', () => {
    const { html, headings } = render('# T\n\n## One & two\n\n### Three\n\n#### Four')
    expect(headings).toStrictEqual([
      { id: 'one-two', text: 'One & two', level: 2 },
      { id: 'three', text: 'Three', level: 3 },
    ])
    expect(html).toContain('<h2 id="one-two">One &amp; two <a class="anchor" href="#one-two"')
  })

  it('tells equal headings apart', () => {
    const { html, headings } = render('## Same\n\n## Same')
    expect(headings.map(({ id }) => id)).toStrictEqual(['same', 'same-2'])
    expect(html).toContain('<h2 id="same-2">')
  })

  it('keeps the text below each heading for search', () => {
    const { sections } = render(
      '# T\n\nLead.\n\n## One\n\n- a\n- b\n\n```sh\ncurl x\n```\n\n| c | d |\n|---|---|\n| e | f |',
    )
    expect(sections).toStrictEqual([
      { id: '', heading: '', text: 'Lead.' },
      { id: 'one', heading: 'One', text: 'a b c d e f' },
    ])
  })

  it.each([
    ['errors.md', 'errors.html'],
    ['sandbox.md#move-the-clock', 'sandbox.html#move-the-clock'],
    ['../decisions/README.md', '../decisions/index.html'],
    ['../reference.html#operation/login', '../reference.html#operation/login'],
  ])('leads from %s to %s', (address, page) => {
    expect(render(`[there](${address})`).html).toContain(`<a href="${page}">there</a>`)
  })

  it('makes a row that begins with code an anchor', () => {
    const { html } = render(
      '| Code | Says |\n|---|---|\n| 400 `no_stock` | x |\n| plain | y |\n| 400 `no_stock` | z |',
    )
    expect(html.match(/<tr[^>]*>/g)).toStrictEqual(['<tr>', '<tr id="400-no_stock">', '<tr>', '<tr>'])
  })

  it('shows an image as the diagram of its address', () => {
    const { html } = renderMarkdown(
      '![A cart](../diagrams/cart.svg)',
      (address, text) => `[${address}: ${text}]`,
    )
    expect(html).toBe('[../diagrams/cart.svg: A cart]')
  })

  it('refuses raw HTML', () => {
    expect(() => render('<script>alert(1)</script>')).toThrow('must not contain HTML')
    expect(() => render('a <b>c</b>')).toThrow('must not contain HTML')
  })
})
