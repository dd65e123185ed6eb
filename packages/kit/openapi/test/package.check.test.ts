import { join } from 'node:path'
import { bundleForBrowsers, compressedBytes, findNodeModules } from '@contract-kit/packaging/check-package'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { describe, expect, it } from 'vitest'

const built = describePackage({ workspace: join(import.meta.dirname, '..'), platform: 'node' })

describe('in a browser', () => {
  it.each([
    ['open', 25_000],
    ['wire', 25_000],
    ['write', 3_000],
  ])('needs no module of Node, and few bytes, for %s', async (entry, most) => {
    const code = await bundleForBrowsers(join(built.folder, `src/${entry}.js`))
    expect(findNodeModules(code)).toStrictEqual([])
    expect(compressedBytes(code)).toBeLessThan(most)
    expect(code).not.toMatch(/\beval\(|new Function\(/)
  })
})
