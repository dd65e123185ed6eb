import { describe, expect, it } from 'vitest'
import { toAddress, usualAddresses } from './target.ts'

describe('usualAddresses', () => {
  it('takes the server of the page for the sandbox', () => {
    expect(usualAddresses('https://docs.example.com')).toEqual({
      sandbox: 'https://docs.example.com',
      mock: 'http://127.0.0.1:4010',
    })
  })

  it('knows where a sandbox usually is', () => {
    expect(usualAddresses('null').sandbox).toBe('http://127.0.0.1:3000')
  })
})

describe('toAddress', () => {
  it('drops blanks and slashes at the end', () => {
    expect(toAddress(' http://127.0.0.1:3000// ')).toBe('http://127.0.0.1:3000')
  })
})
