import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../src/site/markdown.ts'
import { toMarkdownText } from '../src/site/text.ts'

const toImage = (address: string, text: string): string => `[${address}: ${text}]`

function render(markdown: string) {
  const warnings: string[] = []
  return { ...renderMarkdown(markdown, { toImage, warn: (problem) => warnings.push(problem) }), warnings }
}

describe('renderMarkdown', () => {
  it('takes title and lead from the text', () => {
    const { title, lead } = render('# Ships & `ports`\n\nAdd **ships**\nto a port.\n\nMore.')
    expect([title, lead]).toStrictEqual(['Ships & ports', 'Add ships to a port.'])
  })

  it('gives headings anchors, and lists them', () => {
    const { html, headings } = render('# T\n\n## One & two\n\n### Three\n\n#### Four\n\n## Three')
    expect(headings).toStrictEqual([
      { id: 'one-two', text: 'One & two', level: 2 },
      { id: 'three', text: 'Three', level: 3 },
      { id: 'three-2', text: 'Three', level: 2 },
    ])
    expect(html).toContain('<h2 id="one-two">One &amp; two <a class="anchor" href="#one-two"')
  })

  it('keeps the text below each heading for search', () => {
    const { sections } = render(
      '# T\n\nLead.\n\n## One\n\n- a\n- b\n\n```sh\ncurl x\n```\n\n| c | d |\n|---|---|\n| e | f |',
    )
    expect(sections).toStrictEqual([
      { id: '', heading: '', text: 'Lead.', passages: ['Lead.'] },
      { id: 'one', heading: 'One', text: 'a b c d e f', passages: ['a', 'b', 'e · f'] },
    ])
  })

  it('gives the cells of a wide row their titles, for search', () => {
    const { sections } = render(
      '| Card | Kind | Payment |\n|---|---|---|\n| `8002` | credit | declined |\n| `8003` | | late |',
    )
    expect(sections[0]?.passages).toStrictEqual([
      '8002 · Kind: credit · Payment: declined',
      '8003 · Payment: late',
    ])
  })

  it('cuts long texts into passages of whole sentences', () => {
    const { sections } = render(`Short. Also short.\n\n${'a word '.repeat(40)}end. Next.`)
    expect(sections[0]?.passages).toStrictEqual([
      'Short. Also short.',
      expect.stringMatching(/^(?:a word )+a …$/),
      'Next.',
    ])
  })

  it.each([
    ['errors.md', 'errors.html'],
    ['sandbox.md#move-the-clock', 'sandbox.html#move-the-clock'],
    ['../decisions/README.md', '../decisions/index.html'],
    ['../reference.html#operation/list', '../reference.html#operation/list'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
  ])('leads from %s to %s', (address, page) => {
    expect(render(`[there](${address})`).html).toContain(`<a href="${page}">there</a>`)
  })

  it('makes no link that runs a script', () => {
    expect(render('[there](javascript:alert(1))').html).not.toContain('href')
  })

  it('makes a row that begins with code an anchor', () => {
    const { html } = render(
      '| Code | Says |\n|---|---|\n| 400 `no_ship` | x |\n| plain | y |\n| 400 `no_ship` | z |',
    )
    expect(html.match(/<tr[^>]*>/g)).toStrictEqual(['<tr>', '<tr id="400-no_ship">', '<tr>', '<tr>'])
  })

  it('gives the cells of a table with many columns their titles, for a phone', () => {
    const { html } = render('| Code | When | What to do |\n|---|---|---|\n| `a` | $& | wait |')
    expect(html).toContain('<div class="table of-rows" tabindex="0">')
    expect(html).toContain('<td data-title="When">$&amp;</td>')
    expect(html).toContain('<td data-title="What to do">wait</td>')
    expect(render('| Code | When |\n|---|---|\n| a | b |').html).not.toContain('data-title')
  })

  it('shows an image as what its address stands for', () => {
    expect(render('![A ship](../diagrams/ship.svg)').html).toBe('[../diagrams/ship.svg: A ship]')
  })

  it('shows a list of bold links as cards', () => {
    expect(render('- [**One**](a.md) text\n- [**Two**](b.md)').html).toMatch(
      /<ul class="cards">\s*<li><a href="a.html"><strong>One<\/strong><\/a> text<\/li>/,
    )
    expect(render('- [**One**](a.md)\n- plain').html).not.toContain('cards')
  })

  it('shows raw HTML as text, and warns', () => {
    const { html, warnings } = render('a <script>alert(1)</script>')
    expect(html).toContain('&lt;script&gt;')
    expect(warnings).toContain('HTML is shown as text: <script>')
    expect(render('<!-- a remark -->').warnings).toStrictEqual([])
  })

  it('highlights code and offers to copy it', () => {
    const { html } = render("```ts\nconst a = '<b>'\n```")
    expect(html).toContain(
      '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&#x27;&lt;b&gt;&#x27;</span>',
    )
    expect(html).toContain('<button type="button" data-copies hidden>Copy</button>')
  })

  it('says of a response that it is one', () => {
    const { html } = render('```json response\n{ "a": 1 }\n```')
    expect(html).toContain('<figcaption>Response</figcaption>')
    expect(html).not.toContain('button')
  })
})

describe('toMarkdownText', () => {
  it('keeps the marks of Markdown as text', () => {
    const text = '#/paths/~1a~1b/*_x_*/`c`/[d](e)'
    expect(render(toMarkdownText(text)).html).toBe(`<p>${text}</p>\n`)
  })
})
