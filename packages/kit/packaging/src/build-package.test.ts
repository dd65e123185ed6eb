import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from './build-package.ts'
import { findTypeProblems, lintPackage, readPackage } from './check-package.ts'
import { runProgram } from './run-program.ts'

/** A workspace three folders below the repository root, like those of the kit. */
let workspace: string
let target: string
let files: ReadonlyMap<string, string>

const sources: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'greeter',
    version: '1.0.0',
    private: true,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=22.18' },
    exports: { '.': './src/index.ts', './testing': './test/testing.ts' },
    commands: { greet: './src/cli.ts' },
    imports: { '#name': { browser: './src/page-name.ts', default: './src/file-name.ts' } },
    dependencies: { yaml: '2.9.1' },
    devDependencies: { typescript: '5.9.3' },
  }),
  'README.md': '# greeter\n',
  'CHANGELOG.md': '# Changes\n',
  'texts/hello.txt': 'Hello',
  'test/testing.ts': 'export const name = 1\n',
  'src/index.test.ts': 'export const untested = 1\n',
  'src/lib/read-text.ts': `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toName } from '#name'
import type { Text } from '../types.ts'

export const readText = (name: Text): string =>
  readFileSync(join(import.meta.dirname, '../../texts', toName(name)), 'utf8')
`,
  'src/file-name.ts': 'export const toName = (name: string): string => `${name}.txt`\n',
  'src/page-name.ts': 'export const toName = (name: string): string => name\n',
  'src/types.ts': "export type Text = 'hello'\n",
  'src/index.ts': "export { readText } from './lib/read-text.ts'\nexport type { Text } from './types.ts'\n",
  'src/cli.ts':
    "#!/usr/bin/env node\nimport { readText } from './index.ts'\n\nprocess.stdout.write(readText('hello'))\n",
}

beforeAll(async () => {
  const data = join(import.meta.dirname, '../.data')
  await mkdir(data, { recursive: true })
  workspace = await mkdtemp(join(data, 'workspace-'))
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true })
    await writeFile(join(workspace, path), text)
  }
  target = join(workspace, 'dist')
  await buildPackage({ workspace, target, platform: 'node', assets: ['texts'], repository })
  files = await readPackage(target)
})

afterAll(() => rm(workspace, { recursive: true }))

const repository = join(import.meta.dirname, '../../../..')

describe('buildPackage', () => {
  it('keeps the folders of a package for Node', async () => {
    expect([...files.keys()].filter((path) => !path.endsWith('.map')).toSorted()).toStrictEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/greet.cjs',
      'package.json',
      'src/cli.d.ts',
      'src/cli.js',
      'src/file-name.d.ts',
      'src/file-name.js',
      'src/index.d.ts',
      'src/index.js',
      'src/lib/read-text.d.ts',
      'src/lib/read-text.js',
      'src/page-name.d.ts',
      'src/page-name.js',
      'src/types.d.ts',
      'src/types.js',
      'texts/hello.txt',
    ])
    expect(await runProgram(target, process.execPath, ['bin/greet.cjs'])).toBe('Hello')
  })

  it('writes a manifest without what serves the repository', () => {
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
      name: 'greeter',
      exports: {
        '.': { types: './src/index.d.ts', default: './src/index.js' },
        './package.json': './package.json',
      },
      bin: { greet: 'bin/greet.cjs' },
      files: ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'src', 'texts'],
      dependencies: { yaml: '2.9.1' },
    })
    expect(files.get('package.json')).not.toMatch(/private|devDependencies|testing/)
  })

  it.each(['0.12.18', '20.20.2', '22.17.9'])(
    'has a command that asks for a newer Node than %s',
    async (version) => {
      const old = join(workspace, `old-${version}.mjs`)
      await writeFile(
        old,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })\n`,
      )
      const run = spawnSync(process.execPath, [
        '--import',
        pathToFileURL(old).href,
        join(target, 'bin/greet.cjs'),
      ])
      expect({ status: run.status, stdout: String(run.stdout), stderr: String(run.stderr) }).toStrictEqual({
        status: 2,
        stdout: '',
        stderr: `greet needs Node 22.18 or later, and this is Node ${version}: install a newer one from https://nodejs.org, or with your version manager.\n`,
      })
    },
  )

  it('passes publint and "Are the types wrong?"', async () => {
    expect(await lintPackage(target)).toStrictEqual([])
    expect(await findTypeProblems(target, 'node')).toStrictEqual([])
  })
})
