import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installTools } from '@contract-kit/packaging/installed-tools'
import { runProgram } from '@contract-kit/packaging/run-program'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the tarballs of the kit. */
    readonly kit: string
    readonly tools: string
  }
}

/** Packs the kit as `npm run pack:kit` does, and installs the programs, once for all tests. */
export default async function packKit(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kit-'))
  const command = join(import.meta.dirname, '../../../packaging/src/pack-kit.ts')
  await runProgram(import.meta.dirname, process.execPath, [command, folder])
  project.provide('kit', folder)
  project.provide('tools', await installTools())
  return () => rm(folder, { recursive: true })
}
