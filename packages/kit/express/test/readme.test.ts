import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ContractRouterOptions, RequestError } from '../src/index.ts'

const workspace = join(import.meta.dirname, '..')
/** Inside the workspace, so that the examples import it by its own name. */
const folder = join(workspace, '.results/readme')

/** Complete, or it does not compile. */
const options = Object.keys({
  document: true,
  handlers: true,
  guards: true,
  context: true,
  authorize: true,
  around: true,
  errors: true,
  onBreach: true,
  basePath: true,
  limits: true,
  skipHeaders: true,
  implicitMethods: true,
  prepare: true,
  onUnsupported: true,
  onNote: true,
} satisfies Record<keyof ContractRouterOptions<object, undefined, never>, true>)

let readme: string
let errorsPage: string
let examples: readonly string[]

beforeAll(async () => {
  const pages = ['README.md', 'docs/application.md', 'docs/errors.md', 'docs/responses.md']
  const texts = await Promise.all(pages.map((page) => readFile(join(workspace, page), 'utf8')))
  const [first = '', , third = ''] = texts
  readme = first
  errorsPage = third
  examples = texts.flatMap((text) =>
    Array.from(text.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code),
  )
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

afterEach(() => void vi.restoreAllMocks())

/** Requests and responses as the comments behind an example tell them: `GET /pets → 200 text`. */
const toldBy = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/^\/\/ (\w+) (\S+) +→ (.*)$/gm),
    ([, method, path, told]) => `${method} ${path} ${told}`,
  )

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

  it.each([1, 2, 4])('have example %i that serves what it says', async (number) => {
    vi.spyOn(console, 'info').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
    const { server } = (await import(join(folder, `example-${number}.ts`))) as { server: Server }
    if (!server.listening) await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const told = toldBy(examples[number - 1] ?? '')
    const served = told.map(async (line) => {
      const [method = '', path = ''] = line.split(' ')
      const response = await fetch(url + path, { method })
      return `${method} ${path} ${response.status} ${await response.text()}`
    })
    expect(await Promise.all(served)).toStrictEqual(told)
    expect(told).not.toStrictEqual([])
    server.close()
    server.closeAllConnections()
  })

  it('have a mapper that says what is wrong', async () => {
    const { errors } = await import(join(folder, 'example-3.ts'))
    expect(errors(new RequestError('not_found', 'No'))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('list every option', () => {
    const section = readme.split('\n## ').find((one) => one.startsWith('Options')) ?? ''
    const told = Array.from(section.matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name)
    expect(told.toSorted()).toStrictEqual(options.toSorted())
  })

  it('list the status of every code', () => {
    const rows = Array.from(errorsPage.matchAll(/^\| (`[a-z_`, ]+?) +\| (\d+)/gm))
    expect(rows.length).toBeGreaterThan(5)
    for (const [, codes = '', status] of rows)
      for (const [code] of codes.matchAll(/[a-z_]+/g))
        expect([code, String(new RequestError(code as 'not_found', '').status)]).toStrictEqual([code, status])
  })
})
