import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findTypeProblems,
  lintPackage,
  listImportedPackages,
  readPackage,
} from '@contract-kit/packaging/check-package'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const workspace = join(import.meta.dirname, '..')
let folder: string
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  // In the workspace, where the dependencies are found, but not in `dist`, which others read.
  await mkdir(join(workspace, '.data'), { recursive: true })
  folder = await mkdtemp(join(workspace, '.data/package-'))
  await promisify(execFile)(process.execPath, [join(workspace, 'scripts/build.ts'), folder])
  files = await readPackage(folder)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the published package', () => {
  it('passes all rules of publint', async () => {
    expect(await lintPackage(folder)).toStrictEqual([])
  })

  it('resolves to right types as an ES module', async () => {
    expect(await findTypeProblems(folder, 'node')).toStrictEqual([])
  })

  it('imports only what its manifest declares', () => {
    const manifest = JSON.parse(files.get('package.json') ?? '') as {
      readonly dependencies: object
      readonly peerDependencies: object
    }
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
    const imported = listImportedPackages(files).filter((name) => !name.startsWith('node:'))
    expect(imported).toStrictEqual(declared.toSorted())
  })

  it('contains no test, fixture or benchmark', () => {
    const unwanted = /[./]test\b|fixtures|testing|bench|proof|corpus/
    expect([...files.keys()].filter((path) => unwanted.test(path))).toStrictEqual([])
  })

  it('contains license, changes and a page for each check', () => {
    expect(files.get('LICENSE')).toMatch(/^MIT License/)
    expect(files.get('CHANGELOG.md')).toMatch(/^## 1\.0\.0$/m)
    expect(files.get('docs/checks/not-a-server-error.md')).toMatch(/^# /)
  })

  it('names no folder of the machine that built it', () => {
    const repository = join(workspace, '../../..')
    const naming = [...files].filter(([, text]) => text.includes(repository) || text.includes('.data/'))
    expect(naming.map(([path]) => path)).toStrictEqual([])
  })
})
