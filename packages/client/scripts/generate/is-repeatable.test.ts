import { describe, expect, it } from 'vitest'
import type { Method } from './contract-document.ts'
import { isRepeatable } from './is-repeatable.ts'

function listed(method: Method, description: string) {
  const operation = { operationId: 'doIt', summary: 'Do it', description, responses: {} }
  return { id: 'doIt', method, path: '/it', parameters: [], operation }
}

describe('isRepeatable', () => {
  it.each(['get', 'put', 'delete'] as const)('takes the method’s word: %s', (method) => {
    expect(isRepeatable(listed(method, 'Does it.'))).toBe(true)
  })

  it('does not repeat POST by itself', () => {
    expect(isRepeatable(listed('post', 'Does it. A repeated call is refused.'))).toBe(false)
  })

  it('repeats POST where the description allows', () => {
    expect(isRepeatable(listed('post', 'May be repeated: every call opens another.'))).toBe(true)
  })

  it.each(['Not safe to repeat: the adjustment is relative.', 'Each repetition adds it again.'])(
    'repeats nothing against the words "%s"',
    (words) => {
      expect(isRepeatable(listed('put', words))).toBe(false)
      expect(isRepeatable(listed('post', words))).toBe(false)
    },
  )
})
