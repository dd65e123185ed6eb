import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ClientOptions, IdempotentCallOptions } from '../src/index.ts'
import * as client from '../src/index.ts'

const workspace = join(import.meta.dirname, '..')
/** Inside the workspace, so that the blocks can import it by its package name. */
const folder = join(workspace, '.results/readme')
const generated = join(import.meta.dirname, 'generate/generated')

/** Does not compile unless all options are listed. */
const clientOptions = Object.keys({
  baseUrl: true,
  session: true,
  headers: true,
  fetch: true,
  fetchOptions: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  sequential: true,
  readError: true,
  onRequest: true,
  onResponse: true,
  logger: true,
} satisfies Record<keyof ClientOptions, true>)
const callOptions = Object.keys({
  signal: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  requestId: true,
  headers: true,
  idempotencyKey: true,
} satisfies Record<keyof IdempotentCallOptions, true>)

let readme: string
let errorsPage: string
let blocks: ReadonlyMap<string, string>

beforeAll(async () => {
  const names = ['README.md', 'docs/errors.md', 'docs/sessions.md', 'docs/testing.md']
  const pages = await Promise.all(names.map((name) => readFile(join(workspace, name), 'utf8')))
  ;[readme = '', errorsPage = ''] = pages
  const texts = pages.flatMap((page) =>
    Array.from(page.matchAll(/^```ts\n([^]*?)^```$/gm), ([, text = '']) => text),
  )
  blocks = new Map(texts.map((text, index) => [`block-${index + 1}.ts`, text]))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all([...blocks].map(([file, text]) => writeFile(join(folder, file), text)))
  await Promise.all(
    ['ferries.ts', 'ferries-examples.ts'].map((file) => cp(join(generated, file), join(folder, file))),
  )
})

describe('README and docs', () => {
  it('have examples that compile', async () => {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2024', 'dom'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      allowImportingTsExtensions: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: [],
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: [...blocks.keys()] }),
    )
    const compiler = join(workspace, '../../../node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      (failure: { stdout: string }) => failure,
    )
    expect(stdout).toBe('')
  })

  it('have examples that print what they say', async () => {
    const program = join(import.meta.dirname, 'run-readme.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder, ...blocks.keys()])
    const told = Array.from(blocks.values(), (text) =>
      Array.from(text.matchAll(/\bconsole\.log\b.*?\/\/ (.*)$/gm), ([, printed]) => printed),
    )
    expect(JSON.parse(stdout)).toStrictEqual(told)
  })

  it('list every option of a client and of a call', () => {
    const rows = Array.from(readme.matchAll(/^\| (`[a-z]\w+`(?:, `\w+`)?) +\|/gm), ([, names = '']) => names)
    const told = rows.flatMap((names) => Array.from(names.matchAll(/\w+/g), ([name]) => name))
    expect(told.toSorted()).toStrictEqual(clientOptions.toSorted())
    const [, ofCalls = ''] = /^A call takes ([^.]*)\./m.exec(readme) ?? []
    expect(callOptions.filter((name) => !ofCalls.includes(`\`${name}\``))).toStrictEqual([])
  })

  it('say what each class of error means', () => {
    const told = Array.from(errorsPage.matchAll(/^\| `([A-Z]\w+Error)` +\|/gm), ([, name = '']) => name)
    const exported = Object.keys(client).filter((name) => name.endsWith('Error'))
    expect(['ClientError', ...told].toSorted()).toStrictEqual(exported.toSorted())
  })
})
