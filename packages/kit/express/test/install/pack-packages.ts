import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packWorkspace } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarball: string
    readonly tools: string
  }
}

/** Packs the package and installs the programs, once for all test files. */
export default async function packPackages(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  project.provide('tarball', await packWorkspace(join(import.meta.dirname, '../..'), folder))
  project.provide('tools', await installTools())
  return () => rm(folder, { recursive: true })
}
