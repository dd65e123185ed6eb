import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createSandbox, type SandboxOptions } from '../src/index.ts'
import { document } from './readme/pets.ts'

const workspace = join(import.meta.dirname, '..')
/** Inside the workspace, so that the examples import it by its own name. */
const folder = join(workspace, '.results/readme')

/** Complete, or it does not compile. */
const options = Object.keys({
  document: true,
  credentials: true,
  rules: true,
  seed: true,
  stateFile: true,
} satisfies Record<keyof SandboxOptions, true>)

const pages = ['README.md', 'docs/faults.md', 'docs/handlers.md', 'docs/rules.md']
const texts = await Promise.all(pages.map((page) => readFile(join(workspace, page), 'utf8')))
const [readme = ''] = texts
const blocksOf = (language: string): readonly string[] =>
  texts.flatMap((text) =>
    Array.from(
      text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')),
      ([, code = '']) => code,
    ),
  )
const examples = blocksOf('ts')

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(join(import.meta.dirname, 'readme/pets.ts'), join(folder, 'pets.ts'))
  const files = examples.map(async (text, index) => {
    const exported = text.replace(
      /^(.*)\.listen\(3000\)$/m,
      "export const server = $1.listen(0, '127.0.0.1')",
    )
    await writeFile(join(folder, `example-${index + 1}.ts`), exported)
  })
  await Promise.all(files)
})

/** Requests and responses as the comments behind an example tell them: `GET /pets → 200 text`. */
const toldBy = (text: string) =>
  Array.from(text.matchAll(/^\/\/ (\w+) (\S+?)(?: (\{.*?\}))? +→ (\d+)(?: (.*))?$/gm), (match) => {
    const [, method = '', path = '', sent, status, received = ''] = match
    return { method, path, sent, status: Number(status), received }
  })

describe('README and docs', () => {
  it('have examples that compile', async () => {
    const names = examples.map((_text, index) => `example-${index + 1}.ts`)
    const config = { extends: '../../tsconfig.json', include: names, exclude: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    // That of the repository, which is native.
    const { resolve } = createRequire(join(workspace, '../../../package.json'))
    const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder])
    expect(stdout).toBe('')
  })

  it.each([1, 2, 3])('have example %i that serves what it says', async (number) => {
    const { server } = (await import(join(folder, `example-${number}.ts`))) as { server: Server }
    if (!server.listening) await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const told = toldBy(examples[number - 1] ?? '')
    expect(told.length).toBeGreaterThan(1)
    for (const each of told) {
      const response = await fetch(url + each.path, {
        method: each.method,
        ...(each.sent !== undefined && { body: each.sent, headers: { 'content-type': 'application/json' } }),
      })
      expect({ ...each, status: response.status, received: await response.text() }).toStrictEqual(each)
    }
    server.close()
    server.closeAllConnections()
  })

  it('have rules that are followed', async () => {
    const [, rules = ''] = blocksOf('yaml')
    const plain = { openapi: '3.1.0', info: { title: 'Pets', version: '1' } }
    const responses = { 200: { description: 'Done.' } }
    const paths = {
      ...document.paths,
      '/finder': { get: { operationId: 'findPets', responses } },
      '/fetcher': { get: { operationId: 'fetchPet', responses } },
    }
    const sandbox = await createSandbox({ document: { ...document, ...plain, paths }, rules: parse(rules) })
    expect(
      sandbox.plans.flatMap(({ operation, role }) => (operation.id.startsWith('f') ? [role.name] : [])),
    ).toStrictEqual(['list', 'read'])
    expect(sandbox.countItems()).toStrictEqual({ pet: 5 })
  })

  it('list every option', () => {
    const section = readme.split('\n## ').find((one) => one.startsWith('Options')) ?? ''
    const told = Array.from(section.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name)
    expect(told.toSorted()).toStrictEqual(options.toSorted())
  })
})
