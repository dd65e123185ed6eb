import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPackage } from '@contract-kit/packaging/build-package'
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
  await mkdir(join(workspace, '.data'), { recursive: true })
  folder = await mkdtemp(join(workspace, '.data/package-'))
  await buildPackage({ workspace, target: folder, platform: 'node' })
  files = await readPackage(folder)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the published package', () => {
  it('passes all rules of publint', async () => {
    expect(await lintPackage(folder)).toStrictEqual([])
  })

  it('resolves to right types', async () => {
    expect(await findTypeProblems(folder, 'node')).toStrictEqual([])
  })

  it('imports only its dependencies and Node', () => {
    const manifest = JSON.parse(files.get('package.json') ?? '') as { dependencies: object }
    const dependencies = new Set(Object.keys(manifest.dependencies))
    const imported = listImportedPackages(files)
      .filter((name) => !name.startsWith('node:'))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    expect(
      imported.filter((name) => !dependencies.has(name) && name !== '@contract-kit/tools'),
    ).toStrictEqual([])
  })

  it('contains no tests', () => {
    expect([...files.keys()].filter((path) => /\.test\.|^test\//.test(path))).toStrictEqual([])
  })
})
