import { describe, expect, it } from 'vitest'
import { parseCatalogue } from './parse-catalogue.ts'

const carts = `section: '2.2'
title: Cart
rules:
  - id: 2.2-01
    statement: A new cart is empty.
    where: ['#/components/schemas/Cart']
  - id: 2.2-02
    statement: A cart expires.
    where: { server: only a clock shows it }
`

const problemsOf = (name: string, text: string) => parseCatalogue([{ name, text }]).problems

describe('parseCatalogue', () => {
  it('reads rows with their section', () => {
    const { sections, problems } = parseCatalogue([{ name: '2.2-cart.yaml', text: carts }])
    expect(problems).toEqual([])
    expect(sections).toEqual([
      {
        section: '2.2',
        title: 'Cart',
        rules: [
          {
            id: '2.2-01',
            section: '2.2',
            statement: 'A new cart is empty.',
            where: ['#/components/schemas/Cart'],
          },
          {
            id: '2.2-02',
            section: '2.2',
            statement: 'A cart expires.',
            where: { server: 'only a clock shows it' },
          },
        ],
      },
    ])
  })

  it('orders sections by number, decisions last', () => {
    const names = ['D2', '2.10', '10', 'D11', '2.9', '2']
    const files = names.map((section) => ({
      name: `${section.replace('D', 'decision-')}-x.yaml`,
      text: `{ section: '${section}', title: Title, rules: [{ id: ${section}-01, statement: Rule of ${section} holds., where: { server: why } }] }`,
    }))
    const { sections, problems } = parseCatalogue(files)
    expect(problems).toEqual([])
    expect(sections.map(({ section }) => section)).toEqual(['2', '2.9', '2.10', '10', 'D2', 'D11'])
  })

  it('reports a file that is not YAML', () => {
    expect(problemsOf('2.2-cart.yaml', 'rules: [')).toEqual(['2.2-cart.yaml: the file must be object.'])
  })

  it('reports a row without a place', () => {
    const text = carts.replace("    where: ['#/components/schemas/Cart']\n", '')
    expect(problemsOf('2.2-cart.yaml', text)).toEqual([
      "2.2-cart.yaml: /rules/0 must have required property 'where'.",
    ])
  })

  it('reports a row with a further key', () => {
    const text = carts.replace('    where: {', '    untestable: true\n    where: {')
    expect(problemsOf('2.2-cart.yaml', text)).toEqual([
      '2.2-cart.yaml: /rules/1 must NOT have additional properties.',
    ])
  })

  it('reports a statement that is no sentence', () => {
    expect(problemsOf('2.2-cart.yaml', carts.replace('expires.', 'expires'))).toEqual([
      '2.2-cart.yaml: /rules/1/statement must match pattern "^[A-Z].*[^.]\\.$".',
    ])
  })

  it('reports a row out of order', () => {
    expect(problemsOf('2.2-cart.yaml', carts.replace('id: 2.2-02', 'id: 2.2-03'))).toEqual([
      '2.2-cart.yaml: row 2.2-03 stands where 2.2-02 belongs.',
    ])
  })

  it('reports an id used twice', () => {
    expect(problemsOf('2.2-cart.yaml', carts.replace('id: 2.2-02', 'id: 2.2-01'))).toEqual([
      '2.2-cart.yaml: row 2.2-01 stands where 2.2-02 belongs.',
    ])
  })

  it('reports a file named for another section', () => {
    expect(problemsOf('2.3-cart.yaml', carts)).toEqual([
      '2.3-cart.yaml: the rows of section 2.2 belong into 2.2-….yaml.',
    ])
  })

  it('reports a section or statement that stands twice', () => {
    const { problems } = parseCatalogue([
      { name: '2.2-cart.yaml', text: carts },
      { name: '2.2-again.yaml', text: carts },
    ])
    expect(problems).toEqual([
      'The section "2.2" stands twice in the catalogue.',
      'The statement "A new cart is empty." stands twice in the catalogue.',
      'The statement "A cart expires." stands twice in the catalogue.',
    ])
  })
})
