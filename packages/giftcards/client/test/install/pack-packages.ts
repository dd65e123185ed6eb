import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packWorkspace } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarballs: readonly string[]
    readonly tools: string
  }
}

/** Packs the client and the kit that it is made with, and installs the programs, once for all test files. */
export default async function packPackages(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  const kit = join(dirname(createRequire(import.meta.url).resolve('@contract-kit/client')), '..')
  const workspaces = [kit, join(import.meta.dirname, '../..')]
  const tarballs: string[] = []
  for (const workspace of workspaces) tarballs.push(await packWorkspace(workspace, folder))
  project.provide('tarballs', tarballs)
  project.provide('tools', await installTools())
  return () => rm(folder, { recursive: true })
}
