import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packPackage } from './check-package.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * Packs a built package with all its dependencies bundled, so that the tarball installs without a
 * registry. `built` contains the folders of locally built dependencies, by name. All others are resolved from the
 * `node_modules` of `folder` or of the dependency that needs them.
 */
export async function packBundled(
  folder: string,
  tarball: string,
  built: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'bundled-'))
  try {
    const packed = join(stage, 'package')
    await cp(folder, packed, { recursive: true })
    const found = await collectDependencies(folder, built)
    for (const [name, place] of found) {
      await cp(place, join(packed, 'node_modules', name), { recursive: true, filter: isOfPackage(place) })
    }
    const manifest = await readManifest(packed)
    const bundled = { ...manifest, bundleDependencies: [...found.keys()] }
    await writeFile(join(packed, 'package.json'), `${JSON.stringify(bundled, null, 2)}\n`)
    await rename(await packPackage(packed, stage), join(stage, 'packed.tgz'))
    await cp(join(stage, 'packed.tgz'), tarball)
  } finally {
    await rm(stage, { recursive: true })
  }
}

/** Returns the folders of direct and indirect dependencies, by name. Throws if two versions of a dependency are needed. */
async function collectDependencies(
  folder: string,
  built: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const waiting = [folder]
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    const { dependencies = {} } = await readManifest(from)
    for (const name of Object.keys(dependencies)) {
      const place = built[name] ?? findPackage(name, from)
      const known = found.get(name)
      if (known === place) continue
      if (known !== undefined) throw new Error(`Two versions of ${name} are needed: ${known} and ${place}`)
      found.set(name, place)
      waiting.push(place)
    }
  }
  return found
}

/** Returns the folder of an installed package, resolved from a folder. */
function findPackage(name: string, from: string): string {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return place
  const above = dirname(from)
  if (above === from) throw new Error(`${name} is not installed`)
  return findPackage(name, above)
}

/** Selects the files of a package, without its `node_modules`. */
const isOfPackage =
  (place: string) =>
  (path: string): boolean =>
    !path.slice(place.length).includes('node_modules')

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}
