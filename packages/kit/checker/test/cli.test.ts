import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, memoKey } from './memo-api.ts'
import { version } from '../src/core/version.ts'
import { createFolder } from './create-folder.ts'

const bin = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

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

describe('contract-checker', () => {
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
})
