import { describe, expect, it } from 'vitest'
import { parseRequestTarget } from './request-target.ts'

describe('parseRequestTarget', () => {
  it.each([
    ['/a/b?c=d?e', '/a/b', '?c=d?e'],
    ['/a', '/a', ''],
    ['//host/a', '//host/a', ''],
    ['http://host:1/a?b', '/a', '?b'],
    ['http://host', '', ''],
    ['*', '*', ''],
    ['/a/../b', '/a/../b', ''],
    ['/%zz', '/%zz', ''],
  ])('splits %s', (target, path, search) => {
    expect(parseRequestTarget(target)).toEqual({ path, search })
  })
})
