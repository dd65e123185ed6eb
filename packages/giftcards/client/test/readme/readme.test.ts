import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openapiDocument } from '@giftcards/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import * as client from '../../src/index.ts'
import { compileProject } from './compile-project.ts'

const workspace = join(import.meta.dirname, '../..')
/** Inside the workspace, so that the blocks import it by its own name. */
const folder = join(workspace, '.results/readme')

/** Complete, or it does not compile. */
const clientOptions = Object.keys({
  baseUrl: true,
  appId: true,
  credentials: true,
  rememberLogin: true,
  tokenStore: true,
  userAgent: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  headers: true,
  fetch: true,
  fetchOptions: true,
  onRequest: true,
  onResponse: true,
  logger: true,
} satisfies Record<keyof client.PartnerClientOptions, true>)
const callOptions = Object.keys({
  signal: true,
  timeoutMs: true,
  deadlineMs: true,
  retry: true,
  requestId: true,
  headers: true,
  idempotencyKey: true,
} satisfies Record<keyof client.IdempotentCallOptions, true>)

let readme: string
let blocks: ReadonlyMap<string, string>

beforeAll(async () => {
  readme = await readFile(join(workspace, 'README.md'), 'utf8')
  blocks = toModules(readme)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all([...blocks].map(([file, text]) => writeFile(join(folder, file), text)))
})

describe('README', () => {
  it('has examples that compile', async () => {
    expect(await compileProject(folder, [...blocks.keys()])).toBe('')
  })

  it('has examples that print their comments', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'run-blocks.ts'),
      folder,
    ])
    const told = [...blocks].map(([file, text]) => [file, printedBy(text)])
    expect(JSON.parse(stdout)).toStrictEqual(Object.fromEntries(told))
  })

  it('lists every error of the contract', () => {
    const told = errorsOf(readme.split('\n## ').find((section) => section.startsWith('Errors')) ?? '')
    const declared = errorsOf(String(openapiDocument.info['description']))
    expect(told.toSorted()).toStrictEqual(declared.toSorted())
    expect(told.length).toBeGreaterThan(40)
  })

  it('lists every option of a client and of a call', () => {
    const rows = Array.from(readme.matchAll(/^\| (`[a-z]\w+`(?:, `\w+`)?) +\|/gm), ([, names = '']) => names)
    const options = rows.flatMap((names) => Array.from(names.matchAll(/\w+/g), ([name]) => name))
    expect(options.toSorted()).toStrictEqual([...clientOptions, ...callOptions].toSorted())
  })

  it('lists every class of error', () => {
    const told = Array.from(readme.matchAll(/^\| `(\w+Error)` +\|/gm), ([, name = '']) => name)
    const exported = Object.keys(client).filter((name) => name.endsWith('Error') && !name.startsWith('is'))
    expect(['ClientError', ...told].toSorted()).toStrictEqual(exported.toSorted())
  })
})

/** Status and code of every line of an error table, one by one. */
function errorsOf(markdown: string): readonly string[] {
  const rows = markdown.matchAll(/^\| (\d{3}) +\| (`[a-z_`, ]+?) +\|/gm)
  return Array.from(rows, ([, status, codes = '']) =>
    Array.from(codes.matchAll(/[a-z_]+/g), ([code]) => `${status} ${code}`),
  ).flat()
}

/** The TypeScript examples by file name; one without its own client begins with that of the first example. */
function toModules(markdown: string): ReadonlyMap<string, string> {
  const texts = Array.from(markdown.matchAll(/^```ts\n([^]*?)^```$/gm), ([, text = '']) => text)
  const beginning = /^[^]*?^\}\)$/m.exec(texts[0] ?? '')?.[0] ?? ''
  // The imports for the client; a block has its further imports.
  const preamble = beginning.replace(/^import \{[^}]*\}/, 'import { createPartnerClient }')
  const whole = texts.map((text) =>
    /\bclient\b(?! =)/.test(text) && !text.includes('const client =') ? `${preamble}\n\n${text}` : text,
  )
  return new Map(whole.map((text, index) => [`example-${index + 1}.ts`, text]))
}

/** The lines that an example claims to print: the comments behind its `console.log`, one for each. */
function printedBy(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/\bconsole\.log\b.*?(?:\/\/ (.*))?$/gm),
    ([, told = 'nothing told']) => told,
  )
}
