import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packWorkspace } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarballs: readonly string[]
    readonly tools: string
  }
}

/** Packs the package and installs the programs, once for all test files. */
export default async function packPackages(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  project.provide('tarballs', [await packWorkspace(join(import.meta.dirname, '../..'), folder)])
  project.provide('tools', await installTools())
  return () => rm(folder, { recursive: true })
}
