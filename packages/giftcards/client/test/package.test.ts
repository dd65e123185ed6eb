import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  bundleForBrowsers,
  compressedBytes,
  findNodeModules,
  findTypeProblems,
  lintPackage,
  listImportedPackages,
  readPackage,
} from '@contract-kit/packaging/check-package'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const workspace = join(import.meta.dirname, '..')
/** What a browser loads of the client at most, with openapi-fetch, minified and compressed. */
const sizeBudgetBytes = 12 * 1024

let folder: string
let files: ReadonlyMap<string, string>
let bundle: string

beforeAll(async () => {
  // In the workspace, where the dependencies are found, but not in `dist`, which others read.
  await mkdir(join(workspace, '.data'), { recursive: true })
  folder = await mkdtemp(join(workspace, '.data/package-'))
  const built = join(folder, 'built')
  await promisify(execFile)(process.execPath, [join(workspace, 'scripts/build.ts'), built])
  files = await readPackage(built)
  const entry = join(folder, 'application.js')
  await writeFile(entry, "export { createPartnerClient } from './built/esm/index.js'\n")
  bundle = await bundleForBrowsers(entry)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the published package', () => {
  it('passes all rules of publint', async () => {
    expect(await lintPackage(join(folder, 'built'))).toStrictEqual([])
  })

  it('resolves to right types in every mode', async () => {
    expect(await findTypeProblems(join(folder, 'built'))).toStrictEqual([])
  })

  it('imports only its one dependency', () => {
    const { dependencies } = JSON.parse(files.get('package.json') ?? '') as { dependencies: object }
    expect(Object.keys(dependencies)).toStrictEqual(['@contract-kit/client'])
    expect(listImportedPackages(files)).toStrictEqual([
      '@contract-kit/client',
      '@contract-kit/client/testing',
    ])
  })

  it('is at most 12 kB in a browser', () => {
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
    expect(files.get('esm/generated/examples.js')).toContain('Northwind')
    expect(files.get('esm/generated/sandbox-api.js')).toContain('__sandbox')
  })

  it('carries license, readme and changes', () => {
    expect(files.get('LICENSE')).toMatch(/^MIT License/)
    expect(files.get('README.md')).toMatch(/^# @giftcards\/client/)
    expect(files.get('CHANGELOG.md')).toMatch(/^## 1\.0\.0$/m)
  })

  it('names no folder of the machine that built it', () => {
    const repository = join(workspace, '../../..')
    const naming = [...files].filter(([, text]) => text.includes(repository) || text.includes('.data/'))
    expect(naming.map(([path]) => path)).toStrictEqual([])
  })
})
