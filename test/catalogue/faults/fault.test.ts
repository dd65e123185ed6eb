import { describe, expect, it } from 'vitest'
import { breakText, type Fault } from './fault.ts'

const fault = { rule: '9.9-01', file: 'a.ts', find: 'open', replace: 'closed' } as const satisfies Fault

describe('breakText', () => {
  it('replaces the only place', () => {
    expect(breakText('the door is open now', fault)).toBe('the door is closed now')
  })

  it('replaces the first place after an anchor', () => {
    const text = 'open; window: open, open'
    expect(breakText(text, { ...fault, after: 'window:' })).toBe('open; window: closed, open')
  })

  it('keeps what looks like a pattern of a replacement', () => {
    expect(breakText('open', { ...fault, replace: '$&$1' })).toBe('$&$1')
  })

  it.each<[string, Partial<Fault>, string]>([
    ['a door', {}, 'The fault of 9.9-01 does not match a.ts: open'],
    ['open, open', {}, 'The fault of 9.9-01 matches a.ts more than once: open'],
    ['open, door', { after: 'door' }, 'The fault of 9.9-01 does not match a.ts: open'],
    ['open', { after: 'door' }, 'The anchor of the fault of 9.9-01 does not match a.ts: door'],
    [
      'door, door, open',
      { after: 'door' },
      'The anchor of the fault of 9.9-01 matches a.ts more than once: door',
    ],
    ['open', { replace: 'open' }, 'The fault of 9.9-01 changes nothing'],
  ])('rejects %j with %j', (text, change, message) => {
    expect(() => breakText(text, { ...fault, ...change })).toThrow(message)
  })
})
