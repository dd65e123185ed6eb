import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project } from '@contract-kit/packaging/consumer-project'
import { installTools, runtimePath } from '@contract-kit/packaging/installed-tools'
import { packOnce } from '@contract-kit/packaging/packed'
import { compileProject, compilers } from '@contract-kit/packaging/typescript-projects'

const tools = await installTools()
const workspace = join(import.meta.dirname, '../..')
const formats = ['esm', 'cjs'] as const
const runtimes = ['node-20', 'node-22', 'node-24', 'bun', 'deno'] as const

let project: Project

/** Writes the client of the library into a folder of the project, with the command of the package. */
function generate(node: string, folder: string): Promise<string> {
  const command = 'node_modules/@contract-kit/client/bin/contract-client.cjs'
  const files = ['--out', `${folder}/api.ts`, '--examples', `${folder}/examples.ts`]
  return project.run(node, [command, 'library.yaml', ...files, '--interface', 'LibraryMethods'])
}

beforeAll(async () => {
  project = await createProject([await packOnce(workspace)], join(import.meta.dirname, 'consumer'))
  for (const format of formats) {
    await generate(process.execPath, format)
    await cp(join(project.folder, 'library.mts'), join(project.folder, format, 'library.ts'))
  }
})

afterAll(() => project.remove())

describe('contract-client', () => {
  it.each(['node-22', 'node-24'] as const)('writes the same client on %s', async (runtime) => {
    expect(await generate(runtimePath(tools, runtime), '.')).toBe('./api.ts written\n./examples.ts written\n')
    const texts = ['api.ts', 'esm/api.ts'].map((path) => readFile(join(project.folder, path), 'utf8'))
    const [written, expected] = await Promise.all(texts)
    expect(written).toContain('export interface LibraryMethods')
    expect(written?.split('\n').slice(1)).toStrictEqual(expected?.split('\n').slice(1))
  })
})

describe('a generated client', () => {
  const files = formats.map((format) => `${format}/library.ts`)

  it.concurrent.each(compilers)('compiles with TypeScript $version and $resolution', async (compiler) => {
    expect(await compileProject(project, tools, compiler, 'browser', files)).toBe('')
  })

  it.concurrent.each(compilers.filter(({ resolution }) => resolution === 'nodenext'))(
    'compiles for Node with TypeScript $version',
    async (compiler) => {
      expect(await compileProject(project, tools, compiler, 'node', files)).toBe('')
    },
  )

  describe.each(formats)('compiled to %s', (format) => {
    beforeAll(async () => {
      const compiler = { version: '5.9', resolution: 'nodenext' } as const
      await compileProject(project, tools, compiler, 'browser', [`${format}/library.ts`], '.')
    })

    it.each(runtimes)('runs on %s', async (runtime) => {
      const permissions = runtime === 'deno' ? ['run', '--allow-read'] : []
      const printed = await project.run(runtimePath(tools, runtime), [...permissions, `${format}/library.js`])
      expect(printed.split('\n')).toStrictEqual([
        'Middlemarch 2 201 2030-01-31 Middlemarch',
        '404 No such book',
        'getBook borrowBook getBook getBook',
        'InputError',
        "import type { Operations } from '@contract-kit/client'",
        '',
      ])
    })
  })
})
