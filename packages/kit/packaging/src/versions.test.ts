import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { oldestNode } from './command.ts'
import { kitWorkspaces } from './registry.ts'
import { runProgram } from './run-program.ts'

const repository = join(import.meta.dirname, '../../../..')

it('raises all packages of the kit together, and what depends on them', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'versions-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  const patterns = ['package.json', 'openapi', 'test', 'apps/*', 'packages/*/*'].map((path) =>
    path.endsWith('.json') ? path : `:(glob)${path}/package.json`,
  )
  const manifests = await runProgram(repository, 'git', ['ls-files', ...patterns])
  const files = [...manifests.trim().split('\n'), '.changeset/config.json', 'package-lock.json']
  for (const file of files) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(repository, file), join(copy, file))
  }
  const note = "---\n'@contract-kit/client': minor\n---\n\nIt can fly.\n"
  await writeFile(join(copy, '.changeset/flight.md'), note)

  const { resolve } = createRequire(import.meta.url)
  const command = join(dirname(resolve('@changesets/cli/package.json')), 'bin.js')
  await runProgram(copy, process.execPath, [command, 'version'])

  const kit = await readdir(join(copy, 'packages/kit'))
  const versions = kit.map(async (name) => (await readManifest(copy, `packages/kit/${name}`)).version)
  expect(new Set(await Promise.all(versions))).toStrictEqual(new Set(['1.1.0']))
  expect(await readManifest(copy, 'apps/server')).toMatchObject({
    dependencies: { '@contract-kit/express': '1.1.0' },
  })
  expect(await readFile(join(copy, 'packages/kit/client/CHANGELOG.md'), 'utf8')).toMatch(
    /## 1\.1\.0\n[^]*It can fly\./,
  )
})

it('asks for one Node everywhere but in the client, whose library runs in older applications', async () => {
  const floor = `>=${oldestNode.major}.${oldestNode.minor}`
  const found = new Map<string, string>()
  for (const workspace of kitWorkspaces) {
    const { engines } = await readManifest(workspace, '.')
    if (engines !== undefined) found.set(basename(workspace), engines.node)
  }
  expect(found.get('client')).toBe('>=20')
  found.delete('client')
  expect(new Set(found.values())).toStrictEqual(new Set([floor]))
})

async function readManifest(folder: string, workspace: string) {
  return JSON.parse(await readFile(join(folder, workspace, 'package.json'), 'utf8')) as {
    readonly version: string
    readonly dependencies?: object
    readonly engines?: { readonly node: string }
  }
}
