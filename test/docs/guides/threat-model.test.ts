import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '@giftcards/test-harness'
import { getGuide } from './guides.ts'

const folderOf = (path: string): string => (/^(?:apps|packages)\//.test(path) ? '' : 'test')

describe('the threat model', () => {
  it('names only tests that exist', () => {
    const named = Array.from(
      getGuide('threat-model').markdown.matchAll(/`([\w/.-]+\.test\.ts)`/g),
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !existsSync(join(repositoryRoot, folderOf(path), path)))).toStrictEqual([])
  })
})
