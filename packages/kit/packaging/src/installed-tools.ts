import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { join } from 'node:path'
import { runNpm } from './run-program.ts'

/** The folder whose `package.json` lists every program with its version, and whose lock file lists their dependencies. */
const list = join(import.meta.dirname, '../tools')
const cache = join(import.meta.dirname, '../.data')

/**
 * Installs the programs for testing packages, and returns their folder. They take 0.8 GB, so they are installed only once per
 * clone and version of the list.
 */
export async function installTools(): Promise<string> {
  const lock = await readFile(join(list, 'package-lock.json'))
  const folder = join(cache, `tools-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  // Renamed when complete: of two parallel installations, the first wins.
  const filling = await mkdtemp(`${folder}-`)
  try {
    await cp(list, filling, { recursive: true })
    // The platform-specific packages contain the programs, so no install script has to download them.
    await runNpm(filling, 'ci', '--prefer-offline')
    await rename(filling, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(filling, { recursive: true, force: true })
  }
  return folder
}

/** Returns the path of a runtime: a major version of Node, Bun or Deno. */
export function runtimePath(
  tools: string,
  runtime: 'node-20' | 'node-22' | 'node-24' | 'bun' | 'deno',
): string {
  const modules = join(tools, 'node_modules')
  const paths = {
    'node-20': join(modules, `node-20-${platform}-${arch}/bin/node`),
    'node-22': join(modules, `node-22-${platform}-${arch}/bin/node`),
    'node-24': process.execPath,
    bun: join(modules, `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun`),
    deno: join(modules, `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno`),
  }
  return paths[runtime]
}

/** Returns the path of the compiler of a TypeScript version. */
export function compilerPath(tools: string, version: '5.4' | '5.9' | '7'): string {
  return join(tools, `node_modules/typescript-${version}/bin/tsc`)
}
