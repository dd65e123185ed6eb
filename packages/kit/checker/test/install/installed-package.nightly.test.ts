import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createProject, type Project } from '@contract-kit/packaging/consumer-project'
import { installTools, runtimePath } from '@contract-kit/packaging/installed-tools'
import { packWithDependencies } from '@contract-kit/packaging/packed'
import { runProgram } from '@contract-kit/packaging/run-program'
import { compileProject, compilers } from '@contract-kit/packaging/typescript-projects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version as packed } from '../../src/core/version.ts'
import { createMemoApi, memoDocument, memoKey } from '../memo-api.ts'

const tools = await installTools()
const tarballs = await packWithDependencies(join(import.meta.dirname, '../..'))
const vitestVersion = '5.1.1'
// Not a secret: the key of the memo API, which runs in this process.
const headers = ['-H', `x-key: ${memoKey}`]

type Server = Awaited<ReturnType<ReturnType<typeof createMemoApi>['listen']>>

/** Runs the command in an empty folder with nothing but a document, fetched by npx from the tarball. */
const runUninstalled = async (node: string, ...argv: readonly string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'not-installed-'))
  await writeFile(join(folder, 'memos.json'), JSON.stringify(memoDocument))
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    npm_config_local_prefix: folder,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const packages = tarballs.flatMap((tarball) => ['--package', tarball])
  const command = ['--yes', ...packages, 'contract-checker', ...argv]
  try {
    return await runProgram(folder, 'npx', command, env)
  } finally {
    await rm(folder, { recursive: true })
  }
}

let project: Project
let correct: Server
let faulty: Server

beforeAll(async () => {
  project = await createProject(
    [...tarballs, `vitest@${vitestVersion}`],
    join(import.meta.dirname, 'consumer'),
  )
  await writeFile(join(project.folder, 'memos.json'), JSON.stringify(memoDocument))
  correct = await createMemoApi().listen()
  faulty = await createMemoApi('long-titles').listen()
})

afterAll(async () => {
  await Promise.all([correct.close(), faulty.close()])
  await project.remove()
})

describe.each(['node-22', 'node-24'] as const)('the installed package on %s', (runtime) => {
  const node = runtimePath(tools, runtime)
  const env = { PATH: [dirname(node), process.env['PATH']].join(delimiter), KEY: memoKey }

  it('checks a server by its command', async () => {
    const argv = ['--no-install', 'contract-checker', 'memos.json', '--url', correct.url, ...headers]
    const printed = await project.run('npx', [...argv, '--cases', '2'], env)
    expect(printed).toContain('green: the server matches its document')
  })

  it('runs without being installed', async () => {
    expect(await runUninstalled(node, '--version')).toBe(`${packed}\n`)
    const argv = ['memos.json', '--url', correct.url, ...headers, '--cases', '2']
    expect(await runUninstalled(node, ...argv)).toContain('green: the server matches its document')
  })

  it('exits with findings of a faulty server', async () => {
    const argv = ['--no-install', 'contract-checker', 'memos.json', '--url', faulty.url, ...headers]
    const run = project.run('npx', [...argv, '--cases', '2', '--phase', 'coverage'], env)
    await expect(run).rejects.toThrow(/failed \(1\):[^]*negative-data-rejection/)
  })

  it('checks a server from code', async () => {
    const printed = await project.run(node, ['check.mjs'], { ...env, URL: faulty.url })
    expect(printed.split('\n')).toStrictEqual([
      expect.stringContaining(`v${runtime.replace('node-', '')}.`),
      'negative-data-rejection createMemo',
      'minLength /title',
      '',
    ])
  })

  it('defines tests in Vitest', async () => {
    const argv = ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'verbose']
    const printed = await project.run(node, argv, { ...env, URL: correct.url, NO_COLOR: '1' })
    expect(printed).toContain('Memos > coverage > createMemo')
    expect(printed).toContain('examples > ping gives 200 example as documented')
    expect(printed).toMatch(/Tests +\d+ passed/)
  })
})

describe('the types of the installed package', () => {
  const current = compilers.filter(({ version, resolution }) => version !== '5.4' && resolution !== 'node10')

  it.each(current)('compile with TypeScript $version and $resolution', async (compiler) => {
    expect(await compileProject(project, tools, compiler, 'node', ['types.mts'])).toBe('')
  })
})
