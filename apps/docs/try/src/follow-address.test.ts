import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { createTryBench } from './bench/create-try-bench.ts'
import { followAddress } from './follow-address.ts'

/** A page that was opened with a fragment, and the fragments it has been at, in order. */
function openAt(fragment: string) {
  const location = { hash: fragment }
  const visited = [fragment]
  const listeners: (() => void)[] = []
  const bench = createTryBench({
    document: openapiDocument,
    pageOrigin: 'http://sandbox.test',
    fetch: () => Promise.reject(new TypeError('Nothing is sent')),
    now: () => 0,
    newKey: () => 'key',
  })
  followAddress(bench, {
    location,
    history: {
      pushState(_data, _title, address) {
        location.hash = String(address)
        visited.push(location.hash)
      },
      replaceState(_data, _title, address) {
        location.hash = String(address)
        visited.splice(-1, 1, location.hash)
      },
    },
    addEventListener(_type, listener) {
      listeners.push(listener)
    },
  })
  return {
    bench,
    location,
    visited,
    /** As the browser does, which tells the page afterwards. */
    goTo: (next: string): void => {
      location.hash = next
      for (const listen of listeners) listen()
    },
  }
}

describe('followAddress', () => {
  it('shows the operation that the address names', () => {
    expect(openAt('#checkout').bench.operation.value.id).toBe('checkout')
  })

  it.each(['', '#nothing', '#%E0%A4%A', '#<img src=x onerror=alert(1)>'])(
    'shows the first operation for the fragment "%s"',
    (fragment) => {
      const { bench, visited } = openAt(fragment)
      expect(bench.operation.value.id).toBe('createSession')
      expect(visited).toStrictEqual(['#createSession'])
    },
  )

  it('leaves a way back from each operation', () => {
    const { bench, visited } = openAt('#checkout')
    bench.select('login')
    bench.select('getOrder')
    expect(visited).toStrictEqual(['#checkout', '#login', '#getOrder'])
  })

  it('follows the way back and makes no new one', () => {
    const { bench, visited, goTo } = openAt('#checkout')
    bench.select('login')
    goTo('#checkout')
    expect(bench.operation.value.id).toBe('checkout')
    expect(visited).toStrictEqual(['#checkout', '#login'])
  })

  it('stays where it is when a fragment names a part of the page', () => {
    const { bench, location, goTo } = openAt('#checkout')
    goTo('#content')
    expect(bench.operation.value.id).toBe('checkout')
    expect(location.hash).toBe('#content')
  })
})
