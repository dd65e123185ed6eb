import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runNpm } from './run-program.ts'

const kit = join(import.meta.dirname, '../..')

/** The folders of the published workspaces. */
export const kitWorkspaces: readonly string[] = readdirSync(kit)
  .map((name) => join(kit, name))
  .filter((folder) => existsSync(join(folder, 'scripts/build.ts')))

/**
 * Packs the `dist` of every package of the kit into a folder, such as `@contract-kit/tools.tgz`. Its `packages.json` lists the
 * packages by name, with the manifest, the path of the tarball, and the integrity hash that npm verifies.
 */
export async function packRegistry(folder: string): Promise<void> {
  const stage = await mkdtemp(join(tmpdir(), 'registry-'))
  try {
    const built = kitWorkspaces.map((workspace) => join(workspace, 'dist'))
    // Pack all packages in one npm run, because starting npm takes longer than packing.
    await runNpm(stage, 'pack', ...built)
    const packages: Record<string, object> = {}
    for (const place of built) {
      const text = await readFile(join(place, 'package.json'), 'utf8')
      const manifest = JSON.parse(text) as { readonly name: string; readonly version: string }
      const { name, version } = manifest
      const packed = join(stage, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
      const hash = createHash('sha512').update(await readFile(packed))
      const tarball = `${name}.tgz`
      const integrity = `sha512-${hash.digest('base64')}`
      packages[name] = { manifest, tarball, integrity }
      await mkdir(dirname(join(folder, tarball)), { recursive: true })
      await cp(packed, join(folder, tarball))
    }
    await writeFile(join(folder, 'packages.json'), `${JSON.stringify(packages)}\n`)
  } finally {
    await rm(stage, { recursive: true })
  }
}
