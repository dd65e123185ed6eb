import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createProject, type Project } from '@contract-kit/packaging/consumer-project'
import { packOnce } from '@contract-kit/packaging/packed'

/** Installs the client, and the kit that it is made with, from their tarballs into a project with the files of `consumer`. */
export async function installClient(): Promise<Project> {
  const kit = join(dirname(createRequire(import.meta.url).resolve('@contract-kit/client')), '..')
  const tarballs = [await packOnce(kit), await packOnce(join(import.meta.dirname, '../..'))]
  return createProject(tarballs, join(import.meta.dirname, 'consumer'))
}
