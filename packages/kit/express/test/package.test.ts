import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const workspace = join(import.meta.dirname, '..')
const { resolve } = createRequire(import.meta.url)

/** The oldest Node that the package supports, as npm has it for this machine. */
const oldNode = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const oldNodeVersion = '22.23.3'
/** Where it is installed once; it is too large to be unpacked for each run. */
const oldNodeFolder = join(workspace, '.data', `node-${oldNodeVersion}`)
const oldNodePath = join(oldNodeFolder, 'node_modules', oldNode, 'bin/node')

let home: string
let project: string
let tarball: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'express-package-'))
  project = join(home, 'project')
  await execute(process.execPath, [join(workspace, 'scripts/build.ts')])
  const packed = await npm(home, 'pack', join(workspace, 'dist'), '--json')
  tarball = join(home, /[\w.-]+\.tgz(?=")/.exec(packed)?.[0] ?? '')
  await cp(join(import.meta.dirname, 'consumer'), project, { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const { version } = JSON.parse(await readFile(resolve('express/package.json'), 'utf8')) as {
    version: string
  }
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(await lockedPackages()))
  await npm(project, 'install', '--prefer-offline', tarball, `express@${version}`)
}, 60_000)

beforeAll(async () => {
  if (existsSync(oldNodePath)) return
  await mkdir(oldNodeFolder, { recursive: true })
  await writeFile(join(oldNodeFolder, 'package.json'), JSON.stringify({ private: true }))
  await npm(oldNodeFolder, 'install', `${oldNode}@${oldNodeVersion}`)
  // Some 50 MB, once for each clone.
}, 300_000)

afterAll(() => rm(home, { recursive: true }))

/** The lock file of the repository without its workspaces: npm has in its cache what it names. */
async function lockedPackages(): Promise<object> {
  const text = await readFile(join(workspace, '../../../package-lock.json'), 'utf8')
  const { lockfileVersion, packages } = JSON.parse(text) as {
    lockfileVersion: number
    packages: Readonly<Record<string, { readonly link?: boolean }>>
  }
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  )
  return { lockfileVersion, packages: Object.fromEntries(installed) }
}

async function npm(folder: string, ...command: readonly string[]): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts']
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const { stdout } = await execute('npm', [...command, ...quiet], {
    cwd: folder,
    env: { ...process.env, PATH: path },
  })
  return stdout
}

/** Asks the application of the project, run by this Node, over HTTP. */
async function ask(node: string, paths: readonly string[]) {
  const child = spawn(node, ['app.js'], { cwd: project, env: {}, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const [version = '', port = ''] = line.split(' ')
  const responses = []
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    responses.push([response.status, await response.json()])
  }
  child.stdin.end()
  await exited
  return { version, responses }
}

describe('the published package', { timeout: 60_000 }, () => {
  const paths = ['/greetings/Ada', '/greetings/Leonardo']
  const expected = [
    [200, { text: 'Hello, Ada' }],
    [400, expect.objectContaining({ errors: [expect.objectContaining({ in: 'path', at: 'name' })] })],
  ]

  it('serves an application on Node 24', async () => {
    const { version, responses } = await ask(process.execPath, paths)
    expect([version.split('.')[0], responses]).toStrictEqual(['v24', expected])
  })

  it('serves an application on Node 22', async () => {
    const { version, responses } = await ask(oldNodePath, paths)
    expect([version, responses]).toStrictEqual([`v${oldNodeVersion}`, expected])
  })

  it('has nothing that publint finds fault with', async () => {
    const pkgDir = join(project, 'node_modules/@contract-kit/express')
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toStrictEqual([])
  })

  it('resolves to right types, in CommonJS as ESM only', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))))
    if (result.types === false) throw new Error('The package has no types')
    const found = result.problems.map((problem) =>
      'entrypoint' in problem
        ? `${problem.kind} ${problem.entrypoint} ${problem.resolutionKind}`
        : problem.kind,
    )
    // Resolution as in Node 10, which knows no `exports`, is not supported; TypeScript 7 has dropped it.
    expect(found.filter((problem) => !problem.endsWith(' node10'))).toStrictEqual([
      'CJSResolvesToESM . node16-cjs',
    ])
  })

  it('compiles with strict settings', async () => {
    const config = {
      compilerOptions: {
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(dirname(resolve('@types/node/package.json')), '..')],
        // The declarations of Ajv and the validator are their own matter.
        skipLibCheck: true,
      },
      files: ['compiles.mts'],
    }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
    const { stdout } = await execute(process.execPath, [compiler, '-p', project])
    expect(stdout).toBe('')
  })
})
