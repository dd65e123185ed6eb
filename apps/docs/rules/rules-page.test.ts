import { describe, expect, it } from 'vitest'
import { toRulesPage } from './rules-page.ts'

const sections = [
  {
    section: '2.2',
    title: 'Carts & cards',
    rules: [
      { id: '2.2-01', statement: 'A cart is <empty>.', where: ['#/components/schemas/Cart'] },
      { id: '2.2-02', statement: 'A cart expires.', where: { server: 'a clock' } },
    ],
  },
]

describe('toRulesPage', () => {
  const {
    html: body,
    markdown,
    search: documents = [],
  } = toRulesPage(sections, new Map([['2.2-01', ['test/rules/2.2-cart.test.ts']]]))

  it('gives each section and row an anchor', () => {
    expect(body).toContain('<h2 id="2.2">')
    expect(body).toContain('<tr id="2.2-01"><th scope="row"><a href="#2.2-01">2.2-01</a>')
  })

  it('escapes what the catalogue says', () => {
    expect(body).toContain('Carts &amp; cards')
    expect(body).toContain('A cart is &lt;empty&gt;.')
  })

  it('names the place or the reason', () => {
    expect(body).toContain('<code title="#/components/schemas/Cart">Cart</code>')
    expect(body).toContain('server: a clock')
  })

  it('names the tests of each row', () => {
    expect(body).toContain('<td class="tests"><code title="test/rules/2.2-cart.test.ts">2.2-cart</code></td>')
    expect(body).toContain('2 rules of the service, each proven by a test that the build runs.')
  })

  it('has its rows in Markdown as well', () => {
    expect(markdown).toContain('| 2.2-01 | A cart is &lt;empty>. | test/rules/2.2-cart.test.ts |')
  })

  it('lets search find each row', () => {
    expect(documents.map(({ href, title, text }) => [href, title, text])).toStrictEqual([
      ['rules.html#2.2-01', '2.2-01 Carts & cards', 'A cart is <empty>.'],
      ['rules.html#2.2-02', '2.2-02 Carts & cards', 'A cart expires.'],
    ])
  })
})
