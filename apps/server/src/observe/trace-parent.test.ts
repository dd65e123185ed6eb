import { describe, expect, it } from 'vitest'
import { parseTraceParent } from './trace-parent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('parseTraceParent', () => {
  it('reads what the caller names, the sampling flag included', () => {
    const named = { traceId, spanId, isRemote: true }
    expect(parseTraceParent(`00-${traceId}-${spanId}-01`, undefined)).toStrictEqual({
      ...named,
      traceFlags: 1,
    })
    expect(parseTraceParent(`00-${traceId}-${spanId}-00`, undefined)).toStrictEqual({
      ...named,
      traceFlags: 0,
    })
  })

  it('takes no more of the flags than is defined', () => {
    expect(parseTraceParent(`00-${traceId}-${spanId}-ff`, undefined)?.traceFlags).toBe(1)
  })

  it('hands on the state of other systems', () => {
    const state = parseTraceParent(`00-${traceId}-${spanId}-01`, 'shop=t61,other=2')?.traceState
    expect(state?.serialize()).toBe('shop=t61,other=2')
  })

  it('reads a later version that says more', () => {
    expect(parseTraceParent(`01-${traceId}-${spanId}-01-more`, undefined)).toMatchObject({ traceId })
  })

  it.each([
    ['nothing', undefined],
    ['version 00 that says more', `00-${traceId}-${spanId}-01-more`],
    ['the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['a short trace', `00-${traceId.slice(1)}-${spanId}-01`],
    ['a text', 'drop table spans'],
  ])('takes %s for none', (_case, header) => {
    expect(parseTraceParent(header, 'shop=t61')).toBeUndefined()
  })
})
