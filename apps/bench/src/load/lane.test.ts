import { describe, expect, it } from 'vitest'
import { createLane } from './lane.ts'

const step = (text: string, times: number) => ({ text, status: 200, times })

describe('createLane', () => {
  it('sends each step as often as it says, then begins again', () => {
    const lane = createLane([step('a', 3), step('b', 1)])
    const sent = Array.from({ length: 9 }, () => {
      const text = lane.bytes.toString()
      lane.advance()
      return text
    })
    expect(sent.join('')).toBe('aaabaaaba')
  })

  it('expects the status of its step', () => {
    const lane = createLane([step('a', 1), { text: 'b', status: 201, times: 1 }])
    lane.advance()
    expect(lane.status).toBe(201)
  })

  it('refuses to have nothing to send', () => {
    expect(() => createLane([])).toThrow('nothing to send')
  })
})
