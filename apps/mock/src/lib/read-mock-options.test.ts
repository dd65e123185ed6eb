import { describe, expect, it } from 'vitest'
import { readMockOptions } from './read-mock-options.ts'

describe('readMockOptions', () => {
  it('listens on the loopback by default', () => {
    expect(readMockOptions({})).toEqual({ host: '127.0.0.1', port: 4010 })
  })

  it('takes HOST and MOCK_PORT', () => {
    expect(readMockOptions({ HOST: '0.0.0.0', MOCK_PORT: '5000' })).toEqual({ host: '0.0.0.0', port: 5000 })
  })

  it.each(['70000', 'abc', '-1'])('refuses the port %s in a sentence', (port) => {
    expect(readMockOptions({ MOCK_PORT: port })).toBe(
      `MOCK_PORT must be a port number from 0 to 65535, not "${port}".`,
    )
  })
})
