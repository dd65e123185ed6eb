import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTypeProblems, lintPackage, listImportedPackages, readPackage } from './check-package.ts'
import { runProgram } from './run-program.ts'

/** The package to build and test. */
export interface DescribedPackage {
  /** The folder of the workspace. */
  readonly workspace: string
  /** The same as in the options of `buildPackage`. */
  readonly platform?: 'anywhere' | 'node'
  /** Builds the package into a folder. Default: `scripts/build.ts` of the workspace. */
  readonly build?: (target: string) => Promise<unknown>
}

/** A built package. Complete when the first test starts. */
export interface BuiltPackage {
  /** The folder of the package, inside the workspace, so that its dependencies resolve. */
  readonly folder: string
  /** The texts of its files by path. */
  readonly files: ReadonlyMap<string, string>
}

/** Fields that the registry page and npm need. */
interface PublishedManifest {
  readonly name: string
  readonly engines?: { readonly node?: string }
  readonly repository?: { readonly url?: string; readonly directory?: string }
  readonly files?: readonly string[]
  /** Internal imports of the package. */
  readonly imports?: object
  readonly dependencies?: object
  readonly peerDependencies?: object
}

/**
 * Builds a package before the tests of a file, and adds the tests that every published package passes. publint and "Are the
 * types wrong?" find nothing. The package imports only declared dependencies, contains no tests, and has the usual
 * files.
 */
export function describePackage({
  workspace,
  platform = 'anywhere',
  build = (target) => runProgram(workspace, process.execPath, ['scripts/build.ts', target]),
}: DescribedPackage): BuiltPackage {
  const built = { folder: '', files: new Map<string, string>() as ReadonlyMap<string, string> }
  const manifest = (): PublishedManifest =>
    JSON.parse(built.files.get('package.json') ?? '{}') as PublishedManifest

  beforeAll(async () => {
    await mkdir(join(workspace, '.data'), { recursive: true })
    built.folder = await mkdtemp(join(workspace, '.data/package-'))
    await build(built.folder)
    built.files = await readPackage(built.folder)
  })

  afterAll(() => rm(built.folder, { recursive: true }))

  describe('the published package', () => {
    it('passes all rules of publint', async () => {
      expect(await lintPackage(built.folder)).toStrictEqual([])
    })

    it('resolves to right types', async () => {
      expect(await findTypeProblems(built.folder, platform)).toStrictEqual([])
    })

    it('imports what its manifest declares, itself and Node', () => {
      const { name, imports = {}, dependencies = {}, peerDependencies = {} } = manifest()
      const declared = new Set([name, ...Object.keys({ ...imports, ...dependencies, ...peerDependencies })])
      // The files in `generated` are self-contained scripts and stylesheets for browsers.
      const modules = new Map([...built.files].filter(([path]) => !path.startsWith('generated/')))
      const imported = listImportedPackages(modules).map(toPackageName)
      expect(imported.filter((other) => !other.startsWith('node:') && !declared.has(other))).toStrictEqual([])
    })

    it('contains no test, fixture or benchmark', () => {
      // Tests in templates belong to the created projects.
      const unwanted =
        /^(?!templates\/)(?:.*\/)?(?:(?:test|bench|scripts)\/|[^/]*\.(?:test|test-d|fixture)\.)/
      expect([...built.files.keys()].filter((path) => unwanted.test(path))).toStrictEqual([])
    })

    it('declares its repository, its Node version and its files', () => {
      const { name, engines, repository, files } = manifest()
      expect(engines?.node).toMatch(/^>=\d+/)
      expect(repository?.url).toMatch(/^git\+https:/)
      expect(workspace.endsWith(repository?.directory ?? 'none')).toBe(true)
      expect(files).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']))
      expect(built.files.get('LICENSE')).toMatch(/^MIT License/)
      expect(built.files.get('CHANGELOG.md')).toMatch(/^## 1\.0\.0$/m)
      expect(built.files.get('README.md')).toMatch(/^# /)
      expect(built.files.get('README.md')).toContain(name)
    })

    it('has the pages that its README links', () => {
      const links = Array.from(
        (built.files.get('README.md') ?? '').matchAll(/\]\((?!\w+:|#|\.\.\/)([^)#]+)/g),
        ([, path = '']) => path,
      )
      expect(links.filter((path) => !built.files.has(path))).toStrictEqual([])
    })

    it('names no folder of the machine that built it', async () => {
      const { name } = JSON.parse(
        await readFile(join(workspace, 'package.json'), 'utf8'),
      ) as PublishedManifest
      expect(manifest().name).toBe(name)
      const traces = [workspace, '.data/package-', '.data/build-']
      const naming = [...built.files].filter(([, text]) => traces.some((trace) => text.includes(trace)))
      expect(naming.map(([path]) => path)).toStrictEqual([])
    })
  })
  return built
}

/** `@scope/name/entry` → `@scope/name`; `name/entry` → `name`. */
function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
