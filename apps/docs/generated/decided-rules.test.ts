import { describe, expect, it } from 'vitest'
import { toDecidedRules } from './decided-rules.ts'

const rule = (id: string, statement: string) => ({ id, statement, where: { server: 'x' } })

describe('toDecidedRules', () => {
  it('lists the decided groups, and only those', () => {
    expect(
      toDecidedRules([
        { section: '2.2', title: 'Cart', rules: [rule('2.2-01', 'Law.')] },
        { section: 'D7', title: 'Money', rules: [rule('D7-01', 'A | B_c_ <d>.')] },
      ]),
    ).toBe(String.raw`## Money

| Rule | Decided |
| --- | --- |
| [D7-01](../rules.html#D7-01) | A \| B\_c\_ &lt;d>. |`)
  })
})
