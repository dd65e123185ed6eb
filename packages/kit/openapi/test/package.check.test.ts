import { join } from 'node:path'
import { bundleForBrowsers, compressedBytes, findNodeModules } from '@contract-kit/packaging/check-package'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { describe, expect, it } from 'vitest'

const built = describePackage({ workspace: join(import.meta.dirname, '..'), platform: 'node' })

describe('@contract-kit/openapi/write', () => {
  it('is less than 3 kB in a browser, without Node', async () => {
    const code = await bundleForBrowsers(join(built.folder, 'src/write.js'))
    expect(findNodeModules(code)).toStrictEqual([])
    expect(compressedBytes(code)).toBeLessThan(3_000)
  })
})
