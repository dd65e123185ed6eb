import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { packWorkspace } from './consumer-project.ts'
import { runProgram } from './run-program.ts'

const tarballs = new Map<string, Promise<string>>()
let kit: Promise<string> | undefined

/** Builds and packs a workspace, once for all test files of a process. Returns the path of the tarball. */
export function packOnce(workspace: string): Promise<string> {
  const tarball = tarballs.get(workspace) ?? packWorkspace(workspace, emptyFolder(`tarball-${tarballs.size}`))
  tarballs.set(workspace, tarball)
  return tarball
}

/** Packs a workspace of the kit, and then the kit workspaces that it depends on. Returns the paths of the tarballs. */
export async function packWithDependencies(workspace: string): Promise<readonly string[]> {
  const workspaces = new Set([workspace])
  // The set grows during iteration.
  for (const each of workspaces) {
    const manifest = JSON.parse(readFileSync(join(each, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>
    }
    for (const name of Object.keys(manifest.dependencies ?? {}))
      if (name.startsWith('@contract-kit/'))
        workspaces.add(join(workspace, '..', name.slice('@contract-kit/'.length)))
  }
  return Promise.all(Array.from(workspaces, packOnce))
}

/** Packs the kit as `npm run pack:kit` does, once for all test files of a process. Returns the folder of the tarballs. */
export function packKitOnce(): Promise<string> {
  kit ??= packKit(emptyFolder('kit'))
  return kit
}

async function packKit(folder: string): Promise<string> {
  await runProgram(folder, process.execPath, [join(import.meta.dirname, 'pack-kit.ts'), folder])
  return folder
}

/** Creates an empty folder in the tested workspace, which is kept until the next run. */
function emptyFolder(name: string): string {
  const folder = join(process.cwd(), '.data', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
