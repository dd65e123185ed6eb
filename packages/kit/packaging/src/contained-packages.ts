import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

/** Compiled modules, and the packages whose code to include. */
interface Containing {
  /** The folder of the modules, inside the workspace, so that packages resolve. */
  readonly folder: string
  /** The folder of their sources. */
  readonly sources: string
  readonly format: 'esm' | 'cjs'
  /** The public modules, relative to the folder, without an extension. */
  readonly entries: readonly string[]
  readonly names: readonly string[]
  /** Packages that stay dependencies. All other packages that `names` import are included too. */
  readonly installed: readonly string[]
}

/**
 * Writes the code of packages into the folder `contained`, with the licenses of third-party code, and changes the imports of the
 * compiled modules. Deletes declarations that no entry reaches, because they refer to types of those packages.
 */
export async function containPackages({
  folder,
  sources,
  format,
  entries,
  names,
  installed,
}: Containing): Promise<void> {
  const wanted = await listImports(sources, names)
  if (wanted.size === 0) return
  const modules = await listFiles(folder, '.js')
  const contained = join(folder, 'contained')
  await bundle(folder, format, contained, wanted, installed)
  for (const path of modules) {
    const text = await readFile(path, 'utf8')
    const replaced = text.replaceAll(imported, (whole, before: string, mark: string, specifier: string) => {
      if (!wanted.has(specifier)) return whole
      const place = relative(dirname(path), join(contained, `${toName(specifier)}.js`))
      return `${before}${mark}${place.startsWith('.') ? place : `./${place}`}${mark}`
    })
    if (replaced !== text) await writeFile(path, replaced)
  }
  await pruneDeclarations(folder, entries)
}

/** An import of a package in a compiled module. */
const imported = /(\bfrom |\bimport |\brequire\()(['"])([^'"./][^'"]*)\2/g

/** Lists the values that sources import from packages, by specifier. */
async function listImports(
  sources: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>()
  for (const path of await listFiles(sources, '.ts')) {
    const text = await readFile(path, 'utf8')
    for (const [, list = '', specifier = ''] of text.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)) {
      const values = list.split(',').map((name) => name.trim().replace(/ as .*/, ''))
      const kept = values.filter((name) => name !== '' && !name.startsWith('type '))
      if (isOf(specifier, names) && kept.length > 0)
        found.set(specifier, new Set([...(found.get(specifier) ?? []), ...kept]))
    }
  }
  return found
}

const isOf = (specifier: string, packages: readonly string[]): boolean =>
  packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))

/** `@contract-kit/openapi/wire` becomes `contract-kit-openapi-wire`. */
const toName = (specifier: string): string => specifier.replace(/^@/, '').replaceAll('/', '-')

async function bundle(
  folder: string,
  format: Containing['format'],
  contained: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  installed: readonly string[],
): Promise<void> {
  // Entries export only the used values, so that the bundler drops everything else.
  const entries = Array.from(wanted, ([specifier, values]) => ({
    name: toName(specifier),
    path: join(folder, `${toName(specifier)}.entry.mjs`),
    text: `export { ${[...values].join(', ')} } from '${specifier}'\n`,
  }))
  for (const { path, text } of entries) await writeFile(path, text)
  const build = await rolldown({
    input: Object.fromEntries(entries.map(({ name, path }) => [name, path])),
    external: (id) => id.startsWith('node:') || isOf(id, installed),
    platform: 'node',
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await build.write({
    dir: contained,
    format: format === 'esm' ? 'es' : 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    exports: 'named',
  })
  await build.close()
  for (const { path } of entries) await rm(path)
  const sources = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  const licenses = await readLicenses(sources)
  if (licenses !== '') await writeFile(join(contained, 'LICENSES.txt'), licenses)
}

/** Returns the licenses of the installed packages that contain the modules. */
async function readLicenses(modules: readonly string[]): Promise<string> {
  const packages = new Set(
    modules.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []),
  )
  const texts = Array.from([...packages].toSorted(), async (place) => {
    const names = existsSync(place) ? await readdir(place) : []
    const found = names.find((name) => /^licen[cs]e/i.test(name))
    const title = place.slice(place.lastIndexOf(`node_modules${sep}`) + 13)
    return found === undefined ? title : `${title}\n\n${await readFile(join(place, found), 'utf8')}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

async function pruneDeclarations(folder: string, entries: readonly string[]): Promise<void> {
  const reached = new Set(entries.map((entry) => join(folder, `${entry}.d.ts`)))
  // The set grows during iteration.
  for (const path of reached) {
    const text = await readFile(path, 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)\.js'/g))
      reached.add(join(dirname(path), `${specifier}.d.ts`))
  }
  for (const path of await listFiles(folder, '.d.ts')) if (!reached.has(path)) await rm(path)
}

async function listFiles(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}
