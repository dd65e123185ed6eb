import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'
import { runNpm } from './run-program.ts'

/** Packs a built package into a folder, and returns the path of the tarball. */
export async function packPackage(folder: string, into: string): Promise<string> {
  const printed = await runNpm(into, 'pack', folder, '--json')
  const name = /[\w.-]+\.tgz(?=")/.exec(printed)?.[0]
  if (name === undefined) throw new Error(`npm packed nothing:\n${printed}`)
  return join(into, name)
}

/** Returns the problems that publint finds in a built package, including suggestions. */
export async function lintPackage(folder: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/**
 * Returns the problems that "Are the types wrong?" finds in a built package, for every kind of module resolution. A package for
 * `node` has only ES modules, so only the resolutions of ES modules and bundlers are checked.
 */
export async function findTypeProblems(
  folder: string,
  platform: 'anywhere' | 'node' = 'anywhere',
): Promise<readonly string[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'package-types-'))
  try {
    const tarball = await readFile(await packPackage(folder, temporary))
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
    if (result.types === false) return ['The package has no types']
    const ways = platform === 'node' ? ['node16-esm', 'bundler'] : undefined
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem) || (ways?.includes(problem.resolutionKind) ?? true),
    )
    return problems.map((problem) =>
      'entrypoint' in problem
        ? `${problem.kind} ${problem.entrypoint} ${problem.resolutionKind}`
        : JSON.stringify(problem),
    )
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** Returns the texts of a package's files by path. */
export async function readPackage(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)
  return new Map(await Promise.all(texts))
}

/** Lists the packages that the modules and declarations of a package import, sorted. */
export function listImportedPackages(files: ReadonlyMap<string, string>): readonly string[] {
  const statements =
    /^(?:import|export)\b[^'"`;]* from ['"]([^'"]+)|^import ['"]([^'"]+)|\b(?:import|require)\(['"]([^'"]+)/gm
  const specifiers = [...files]
    .filter(([path]) => /\.(?:js|d\.ts)$/.test(path))
    .flatMap(([, text]) =>
      Array.from(text.matchAll(statements), (found) => found[1] ?? found[2] ?? found[3] ?? ''),
    )
  return [...new Set(specifiers.filter((specifier) => !specifier.startsWith('.')))].toSorted()
}

/** Bundles an entry and its imports into one minified module, as an application's bundler does for browsers. */
export async function bundleForBrowsers(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      // Vite does not minify white space in libraries, so this builds an application that keeps its exports.
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  })
  if (!('output' in built)) throw new Error('One output was expected')
  const [chunk, ...others] = built.output
  if (others.length > 0) throw new Error('One chunk was expected')
  return chunk.code
}

/** Returns the number of bytes that a browser downloads for a module (gzip). */
export function compressedBytes(code: string): number {
  return gzipSync(code, { level: 9 }).byteLength
}

/**
 * Returns the Node modules in a bundle: imports, and the replacements that a bundler inserts for modules that browsers do not
 * have.
 */
export function findNodeModules(code: string): readonly string[] {
  return code.match(/(?<=["'`])node:\w+|browser-external|\brequire\([^)]*\)/g) ?? []
}
