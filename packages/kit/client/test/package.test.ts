import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bundleForBrowsers,
  findNodeModules,
  findTypeProblems,
  lintPackage,
  listImportedPackages,
  readPackage,
} from '@contract-kit/packaging/check-package'

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

  it('resolves to right types in every mode', async () => {
    expect(await findTypeProblems(folder)).toStrictEqual([])
  })

  it('imports only its dependencies and Node', () => {
    const { dependencies } = JSON.parse(files.get('package.json') ?? '') as { dependencies: object }
    expect(Object.keys(dependencies)).toStrictEqual(['openapi-fetch', 'yaml'])
    const imported = listImportedPackages(files).filter((name) => !name.startsWith('node:'))
    expect(imported).toStrictEqual(['openapi-fetch', 'yaml'])
  })

  it.each(['index', 'testing'])('has no module of Node in %s', async (name) => {
    const code = await bundleForBrowsers(join(folder, `esm/${name}.js`))
    expect(findNodeModules(code)).toStrictEqual([])
  })

  it('keeps the generator out of the client', async () => {
    const code = await bundleForBrowsers(join(folder, 'esm/index.js'))
    expect(code.includes('OpenAPI')).toBe(false)
    expect(files.get('esm/generate/index.js')).toContain('@contract-kit/client')
    expect(files.get('esm/generate/cli.js')).toMatch(/^#!\/usr\/bin\/env node\n[^]*OpenAPI/)
  })

  it('carries license, readme and changes', () => {
    expect(files.get('LICENSE')).toMatch(/^MIT License/)
    expect(files.get('README.md')).toMatch(/^# @contract-kit\/client/)
    expect(files.get('CHANGELOG.md')).toMatch(/^## 1\.0\.0$/m)
  })

  it('has source maps that contain their sources', () => {
    const maps = [...files].filter(([path]) => path.endsWith('.map')).map(([, text]) => JSON.parse(text))
    expect(maps.length).toBeGreaterThan(20)
    expect(
      maps.filter(({ sources, sourcesContent }) => !sources[0].startsWith('../') || !sourcesContent[0]),
    ).toStrictEqual([])
  })

  it('names no folder of the machine that built it', () => {
    const repository = join(workspace, '../../..')
    const naming = [...files].filter(([, text]) => text.includes(repository) || text.includes('.data/'))
    expect(naming.map(([path]) => path)).toStrictEqual([])
  })
})
