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
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

describe('the published package', () => {
  it('passes all rules of publint', async () => {
    expect(await lintPackage(folder)).toStrictEqual([])
  })

  it('resolves to right types as an ES module', async () => {
    expect(await findTypeProblems(folder, 'node')).toStrictEqual([])
  })

  it('imports only what its manifest declares', () => {
    const { dependencies, peerDependencies } = JSON.parse(files.get('package.json') ?? '') as {
      readonly dependencies: object
      readonly peerDependencies: object
    }
    const declared = Object.keys({ ...dependencies, ...peerDependencies })
    const imported = listImportedPackages(files).filter((name) => !name.startsWith('node:'))
    expect(imported.filter((name) => !declared.some((known) => name.startsWith(known)))).toStrictEqual([])
  })

  it('names no folder of the machine that built it', () => {
    const repository = join(workspace, '../../..')
    const naming = [...files].filter(([, text]) => text.includes(repository) || text.includes('.data/'))
    expect(naming.map(([path]) => path)).toStrictEqual([])
  })
})
