import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  bundleForBrowsers,
  compressedBytes,
  findNodeModules,
  listImportedPackages,
} from '@contract-kit/packaging/check-package'
import { describePackage } from '@contract-kit/packaging/describe-package'
import { beforeAll, describe, expect, it } from 'vitest'

/** The largest size of the client in a browser, with openapi-fetch, minified and compressed. */
const sizeBudgetBytes = 12.5 * 1024

const built = describePackage({ workspace: join(import.meta.dirname, '..') })
let bundle: string

beforeAll(async () => {
  const entry = join(built.folder, 'application.js')
  await writeFile(entry, "export { createPartnerClient } from './esm/index.js'\n")
  bundle = await bundleForBrowsers(entry)
})

describe('the published client', () => {
  it('imports only its one dependency', () => {
    const { dependencies } = JSON.parse(built.files.get('package.json') ?? '') as { dependencies: object }
    expect(Object.keys(dependencies)).toStrictEqual(['@contract-kit/client'])
    expect(listImportedPackages(built.files)).toStrictEqual([
      '@contract-kit/client',
      '@contract-kit/client/testing',
    ])
  })

  it('is at most 12.5 kB in a browser', () => {
    const bytes = compressedBytes(bundle)
    expect(bytes, `The client has ${bytes} bytes, minified and compressed`).toBeLessThanOrEqual(
      sizeBudgetBytes,
    )
    // Parts of the client, of the kit and of openapi-fetch.
    expect(
      ['x-cc-app', 'idempotency-key', 'querySerializer'].filter((text) => !bundle.includes(text)),
    ).toStrictEqual([])
  })

  it('uses nothing of Node in a browser', () => {
    expect(findNodeModules(bundle)).toStrictEqual([])
  })

  it('keeps fake and sandbox out of the client', () => {
    expect(['Northwind', '__sandbox'].filter((text) => bundle.includes(text))).toStrictEqual([])
    expect(built.files.get('esm/generated/examples.js')).toContain('Northwind')
    expect(built.files.get('esm/generated/sandbox-api.js')).toContain('__sandbox')
  })
})
