import { describe, expect, it } from 'vitest'
import { readOptions, UsageError } from './read-options.ts'

describe('readOptions', () => {
  it('asks for nothing by default', () => {
    expect(readOptions([])).toStrictEqual({ url: undefined, help: false })
  })

  it('takes the address of a sandbox', () => {
    expect(readOptions(['--url', 'http://127.0.0.1:3000'])).toStrictEqual({
      url: 'http://127.0.0.1:3000',
      help: false,
    })
  })

  it.each([['--url', '127.0.0.1:3000'], ['--url'], ['--speed', '9'], ['now']])('refuses %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError)
  })
})
