import { describe, expect, it } from 'vitest'
import { createNonces } from './nonces.ts'

describe('createNonces', () => {
  it('gives as many bytes as were asked for, never the same again, and changes none that it gave', () => {
    const nextNonce = createNonces(12)
    const given = Array.from({ length: 1000 }, () => {
      const nonce = nextNonce()
      return { nonce, hex: nonce.toString('hex') }
    })
    expect(new Set(given.map(({ hex }) => hex)).size).toBe(1000)
    expect(given.filter(({ nonce, hex }) => nonce.length !== 12 || nonce.toString('hex') !== hex)).toEqual([])
  })

  it('gives no byte twice', () => {
    const nextNonce = createNonces(12)
    // As many as three draws give.
    const all = Array.from({ length: 3 * 256 }, () => nextNonce().toString('hex'))
    // Eight bytes in a row do not come twice by chance.
    const windows = all.flatMap((hex) => [0, 1, 2, 3, 4].map((at) => hex.slice(2 * at, 2 * at + 16)))
    expect(new Set(windows).size).toBe(5 * all.length)
  })

  it('gives others than anybody else', () => {
    const [one, other] = [createNonces(12), createNonces(12)]
    const all = [one(), other(), one(), other()].map((nonce) => nonce.toString('hex'))
    expect(new Set(all).size).toBe(4)
  })
})
