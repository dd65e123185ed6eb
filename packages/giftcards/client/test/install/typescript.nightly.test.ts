import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '@contract-kit/packaging/consumer-project'
import { installTools } from '@contract-kit/packaging/installed-tools'
import { compileProject, compilers } from '@contract-kit/packaging/typescript-projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installClient } from './install-client.ts'

const tools = await installTools()
const folders = ['esm', 'cjs']
/** The calls in `rejected` are all wrong. It compiles because each of them is an error that is expected. */
const programs = ['compiles', 'rejected']

let project: Project

beforeAll(async () => {
  project = await installClient()
  for (const folder of folders)
    for (const name of programs)
      await cp(join(project.folder, `${name}.mts`), join(project.folder, folder, `${name}.ts`))
})

afterAll(() => project.remove())

/** Each program has a copy in a folder of ES modules, and one in a folder of CommonJS. */
describe('a program with the client', () => {
  const files = folders.flatMap((folder) => programs.map((name) => `${folder}/${name}.ts`))

  it.concurrent.each(compilers)(
    'compiles for browsers with TypeScript $version and $resolution',
    async (compiler) => {
      expect(await compileProject(project, tools, compiler, 'browser', files)).toBe('')
    },
  )

  it.concurrent.each(compilers)(
    'compiles for Node with TypeScript $version and $resolution',
    async (compiler) => {
      expect(await compileProject(project, tools, compiler, 'node', files)).toBe('')
    },
  )
})
