import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '@contract-kit/packaging/build-package'
import {
  findTypeProblems,
  lintPackage,
  listImportedPackages,
  readPackage,
} from '@contract-kit/packaging/check-package'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteOptions, TryItOptions } from '../src/index.ts'

const workspace = join(import.meta.dirname, '..')
let folder: string
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  // In the workspace, where the dependencies are found, but not in `dist`, which others read.
  await mkdir(join(workspace, '.data'), { recursive: true })
  folder = await mkdtemp(join(workspace, '.data/package-'))
  // What pages load is built already, and other tests read it.
  await buildPackage({ workspace, target: folder, platform: 'node', assets: ['generated'] })
  files = await readPackage(folder)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the published package', () => {
  it('passes all rules of publint', async () => {
    expect(await lintPackage(folder)).toStrictEqual([])
  })

  it('resolves to right types', async () => {
    expect(await findTypeProblems(folder, 'node')).toStrictEqual([])
  })

  it('imports only its dependencies and Node', () => {
    const { dependencies } = JSON.parse(files.get('package.json') ?? '') as { dependencies: object }
    const own = new Map([...files].filter(([path]) => path.startsWith('src/')))
    const imported = listImportedPackages(own)
      .map((name) => name.split('/')[0])
      .filter((name) => name?.startsWith('node:') === false)
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imported))
  })

  it('runs the example of its README from the built files', async () => {
    const readme = await readFile(join(workspace, 'README.md'), 'utf8')
    const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? []
    const project = join(folder, 'example')
    await mkdir(join(project, 'guides'), { recursive: true })
    await cp(join(import.meta.dirname, 'documents/weather.yaml'), join(project, 'ferries.yaml'))
    await writeFile(join(project, 'guides/tickets.md'), '# Tickets\n\nBuy one.\n')
    await writeFile(join(project, 'example.mjs'), example.replace('@contract-kit/docs', '../src/index.js'))
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: project })
    const told = Array.from(example.matchAll(/\/\/ (.*)$/gm), ([, line]) => line)
    expect(stdout.trim().split('\n')).toStrictEqual(told)
  })
})

describe('README', () => {
  it('tells of every option', async () => {
    const readme = await readFile(join(workspace, 'README.md'), 'utf8')
    const told = Array.from(readme.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name)
    const site = Object.keys({
      outDir: true,
      title: true,
      documents: true,
      guides: true,
      home: true,
      pages: true,
      navigation: true,
      headerLinks: true,
      inserts: true,
      drawings: true,
      search: true,
      styles: true,
      icon: true,
      tryIt: true,
    } satisfies Record<keyof SiteOptions, true>)
    const tryIt = Object.keys({
      servers: true,
      mock: true,
      auth: true,
      session: true,
      errorCode: true,
      advice: true,
      replayHeader: true,
      secrets: true,
    } satisfies Record<keyof TryItOptions, true>)
    expect(new Set(told)).toStrictEqual(new Set([...site, ...tryIt]))
  })
})
