import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createFolder, shedFiles } from './project.ts'

const cli = join(import.meta.dirname, '../src/cli.ts')
const hook = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { writeSync } from 'node:fs'
  registerHooks({ resolve(specifier, context, next) {
    if (/^(@[a-z-]+\\/)?[a-z][a-z-]*(\\/[a-z-]+)?$/.test(specifier)) writeSync(2, 'loads ' + specifier + '\\n')
    return next(specifier, context)
  } })`)}`

/** Returns the packages that a run of the command line loads. */
async function packagesOf(cwd: string, ...args: readonly string[]): Promise<ReadonlySet<string>> {
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, cli, ...args], { cwd })
  const loaded = [...stderr.matchAll(/^loads (.+)$/gm)].map(([, name = '']) => name)
  return new Set(loaded.filter((name) => !process.getBuiltinModule(name)))
}

describe('contract', () => {
  it.each([['--help'], ['--version'], ['help']])('loads nothing but commander for %s', async (argument) => {
    expect(await packagesOf(await createFolder(), argument)).toStrictEqual(new Set(['commander']))
  })

  it('loads neither zod nor a generator of values to bundle a file', async () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} })
    const loaded = await packagesOf(await createFolder({ 'a.json': text }), 'bundle', 'a.json')
    expect([...loaded].toSorted()).toStrictEqual([
      '@contract-kit/json-schema/json',
      '@contract-kit/json-schema/memo',
      '@contract-kit/openapi/source',
      'commander',
      'js-yaml',
      'yaml',
    ])
  })

  it('loads the bundler of Redocly for a document of several files alone', async () => {
    const folder = await createFolder(shedFiles)
    expect(await packagesOf(folder, 'bundle', 'openapi.yaml')).toContain('@redocly/openapi-core')
  })

  it('prints the help of the checker outside a project', async () => {
    const args = [cli, 'check', '--', '--help']
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: await createFolder() })
    expect(stdout).toContain('contract-checker <document> --url <baseUrl> [options]')
  })

  it('ends quietly when the reader of its output has gone', async () => {
    const child = spawn(process.execPath, [cli, '--help'])
    child.stdout.destroy()
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const [code] = (await once(child, 'close')) as [number | null]
    expect([code, errors]).toStrictEqual([141, ''])
  })
})
