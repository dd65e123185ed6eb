import { execFile } from 'node:child_process'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, memoKey } from '../test/memo-api.ts'
import { version } from '../src/lib/version.ts'
import { createFolder } from '../test/create-folder.ts'

const bin = fileURLToPath(new URL('contract-checker.js', import.meta.url))

interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

const run = (argv: readonly string[], cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, argv, { cwd }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })

/** Takes the stripping of types from this Node, as an older one has none. */
const OLDER = ['--disable-warning=ExperimentalWarning', '--no-strip-types']

// A process takes a second or more to start on a busy machine.
describe('contract-checker', { timeout: 60_000 }, () => {
  it('runs from any folder and by a link', async () => {
    const folder = await createFolder()
    await symlink(bin, join(folder, 'contract-checker'))
    expect(await run(['contract-checker', '--version'], folder)).toStrictEqual({
      code: 0,
      out: `${version}\n`,
      err: '',
    })
  })

  it('checks a server and hands on the exit code', async () => {
    const folder = await createFolder()
    await writeFile(join(folder, 'memos.json'), JSON.stringify(memoDocument))
    const { url, close } = await createMemoApi('long-titles').listen()
    const argv = [bin, 'memos.json', '--url', url, '-H', `x-key: ${memoKey}`, '--cases=2', '--phase=coverage']
    const { code, out } = await run(argv, folder)
    await close()
    expect(code).toBe(1)
    expect(out).toContain('negative-data-rejection')
  })

  it('says in one sentence what is to be mended', async () => {
    const folder = await createFolder()
    await writeFile(join(folder, 'memos.json'), JSON.stringify(memoDocument))
    const { url, close } = await createMemoApi().listen()
    await close()
    expect(await run([bin, 'memos.json', '--url', url], folder)).toMatchObject({
      code: 2,
      out: '',
      err: `The server at ${url} cannot be reached: the connection was refused; start it, or mend the URL.\n`,
    })
  })

  it('starts a Node that strips types where this one does not', async () => {
    const { code, out } = await run([...OLDER, bin, '--version'], await createFolder())
    expect([code, out]).toStrictEqual([0, `${version}\n`])
  })

  it('says which Node it needs where there is none', async () => {
    const folder = await createFolder()
    await mkdir(join(folder, 'bin'))
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'src/cli.ts'), '')
    await copyFile(bin, join(folder, 'bin/contract-checker.mjs'))
    const { code, err } = await run([...OLDER, 'bin/contract-checker.mjs'], folder)
    expect([code, err]).toStrictEqual([
      2,
      `contract-checker needs Node 22.18 or newer; this is ${process.version}.\n`,
    ])
  })

  it('prefers the compiled package where there are no sources', async () => {
    const folder = await createFolder()
    await mkdir(join(folder, 'bin'))
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'dist/cli.js'), 'export const runCli = async (argv) => argv.length')
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await copyFile(bin, join(folder, 'bin/contract-checker.js'))
    expect(await run(['bin/contract-checker.js', 'a', 'b', 'c'], folder)).toStrictEqual({
      code: 3,
      out: '',
      err: '',
    })
  })
})
