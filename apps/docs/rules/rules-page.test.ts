import { describe, expect, it } from 'vitest'
import { toRulesPage } from './rules-page.ts'

const where = [
  '#/components/schemas/Cart',
  '#/components/schemas/Cart/properties/cartId',
  '#/paths',
  '#/paths/~1v3~1carts/post/responses/201',
]
const sections = [
  {
    section: '2.2',
    title: 'Carts & cards',
    rules: [
      { id: '2.2-01', statement: 'A cart is <empty>.', where },
      { id: '2.2-02', statement: 'A cart expires.', where: { server: 'a clock' } },
    ],
  },
]

describe('toRulesPage', () => {
  const { html, markdown, search } = toRulesPage(sections)

  it.each([
    ['an anchor of the section', '<h2 id="2.2">'],
    ['an anchor of the row', '<tr id="2.2-01"><th scope="row"><a href="#2.2-01">2.2-01</a>'],
    ['an escaped title', 'Carts &amp; cards'],
    ['an escaped statement', 'A cart is &lt;empty&gt;.'],
    ['a component', '<code title="#/components/schemas/Cart">Cart</code>'],
    ['a property', '>Cart.cartId</code>'],
    ['every path', '>every path</code>'],
    ['a response', '>POST /v3/carts, responses 201</code>'],
    ['a reason of the server', 'server: a clock'],
  ])('shows %s', (_what, text) => {
    expect(html).toContain(text)
  })

  it('has its rows in Markdown and in the search', () => {
    expect(markdown).toContain(String.raw`| 2.2-01 | A cart is \<empty>. |`)
    expect(search?.map(({ href, title, text }) => [href, title, text])).toStrictEqual([
      ['rules.html#2.2-01', '2.2-01 Carts & cards', 'A cart is <empty>.'],
      ['rules.html#2.2-02', '2.2-02 Carts & cards', 'A cart expires.'],
    ])
  })
})
