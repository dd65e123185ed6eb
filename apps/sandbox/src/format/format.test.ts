import { describe, expect, it } from 'vitest'
import { purchaseCommand } from '../parts/purchase-command.ts'
import { formatTick } from '../plot/format-tick.ts'
import { formatCount } from './count.ts'
import { formatMoment, formatNearby, formatTimeOfDay } from './moment.ts'
import { formatChange, formatMoney } from './money.ts'
import { formatPercentOff } from './percent-off.ts'
import { formatSpan } from './span.ts'

const ms = Date.parse('2026-01-15T15:04:05.999Z')
const midnight = Date.parse('2026-01-16T00:00:00.000Z')
const indented = '\n      API=http://127.0.0.1:3000\n      curl $API \\\n        -d 1\n    '

describe('the formats of the page', () => {
  it.each<[string, (...values: never[]) => string, readonly unknown[], string]>([
    ['count', formatCount, [0, 'card'], '0 cards'],
    ['count', formatCount, [1, 'card'], '1 card'],
    ['money', formatMoney, [0.05], '$0.05'],
    ['money', formatMoney, [1_000_000], '$1,000,000.00'],
    ['money', formatMoney, [-179.89], '−$179.89'],
    ['money', formatMoney, [-0.001], '$0.00'],
    ['money', formatMoney, ['1234567.00'], '$1,234,567.00'],
    ['change', formatChange, [250], '+$250.00'],
    ['change', formatChange, [-179.89], '−$179.89'],
    ['change', formatChange, [0], '$0.00'],
    ['discount', formatPercentOff, [8.5], '−8.5\u00A0%'],
    ['moment', formatMoment, [ms], '2026-01-15 15:04:05'],
    ['time of day', formatTimeOfDay, [ms], '15:04:05'],
    ['moment of today', formatNearby, [ms, ms + 1], '15:04:05'],
    ['moment of another day', formatNearby, [ms, ms + 86_400_000], '01-15 15:04:05'],
    ['span', formatSpan, [-5], '0 s'],
    ['span', formatSpan, [1], '1 s'],
    ['span', formatSpan, [59_001], '1 min'],
    ['span', formatSpan, [1_798_000], '29 min 58 s'],
    ['span', formatSpan, [3_600_000], '1 h'],
    ['span', formatSpan, [86_340_000], '23 h 59 min'],
    ['span', formatSpan, [183_600_000], '2 d 3 h'],
    ['tick a few seconds apart', formatTick, [ms / 1000, 5], '15:04:05'],
    ['tick an hour apart', formatTick, [ms / 1000, 3600], '15:04'],
    ['tick a day apart', formatTick, [ms / 1000, 86_400], '01-15'],
    ['tick at midnight', formatTick, [midnight / 1000, 3600], '01-16'],
    ['command', purchaseCommand, [indented, 'http://a.test'], 'API=http://a.test\ncurl $API \\\n  -d 1'],
    ['empty command', purchaseCommand, ['', 'http://a.test'], ''],
  ])('is for a %s (%#) the text of its value', (_kind, format, values, text) => {
    expect(format(...(values as never[]))).toBe(text)
  })

  it('for any cents, is just these', () => {
    const cents = Array.from({ length: 2000 }, (_, index) => index * 7919)
    const wrong = cents.filter((each) => Number(formatMoney(each / 100).replaceAll(/[$,.]/g, '')) !== each)
    expect(wrong).toStrictEqual([])
  })
})
