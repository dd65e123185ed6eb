import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createMemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import { version } from '../core/version.ts'
import { reportKinds } from '../reports/write-report.ts'
import { runCli } from './run-cli.ts'

const servers: { readonly close: () => Promise<void> }[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const start = async (fault?: MemoFault): Promise<string> => {
  const server = await createMemoApi(fault).listen()
  servers.push(server)
  return server.url
}

interface RunOptions {
  readonly cwd?: string
  readonly isTTY?: boolean
  readonly env?: Readonly<Record<string, string>>
}

const run = async (argv: readonly string[], { cwd = tmpdir(), isTTY = false, env = {} }: RunOptions = {}) => {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(argv, {
    stdout: { write: (text) => out.push(text), isTTY },
    stderr: { write: (text) => err.push(text) },
    env,
    cwd: () => cwd,
  })
  return { code, out: out.join(''), err: err.join('') }
}

const otherKey = 'their-key-77f1'

const newFolder = async (): Promise<string> => {
  const folder = await createFolder()
  await writeFile(join(folder, 'memos.json'), JSON.stringify(memoDocument))
  return folder
}

const check = async (url: string, more: readonly string[] = [], options: RunOptions = {}) => {
  const cwd = options.cwd ?? (await newFolder())
  const argv = ['memos.json', '--url', url, '--header', `x-key: ${memoKey}`, '--cases', '2', ...more]
  return { ...(await run(argv, { ...options, cwd })), cwd }
}

describe('runCli', () => {
  it('exits 0 where nothing is found', async () => {
    const { code, out, err } = await check(await start())
    expect([code, err]).toStrictEqual([0, ''])
    expect(out).toContain('examples: started\n')
    expect(out).toMatch(/✓ green: the server matches its document\n$/)
  })

  it('exits 1 with findings and says how to see them', async () => {
    const { code, out } = await check(await start('title-is-a-number'), ['--phase', 'examples'])
    expect(code).toBe(1)
    expect(out).toContain('✗ Body does not match its schema')
    expect(out).toContain("-H 'x-key: ***'")
    expect(out).not.toContain(memoKey)
  })

  it('shows credentials where that is asked', async () => {
    const { out } = await check(await start('title-is-a-number'), ['--phase=examples', '--show-secrets'])
    expect(out).toContain(`-H 'x-key: ${memoKey}'`)
  })

  it('replays one finding and sees when it is gone', async () => {
    const { out } = await check(await start('long-titles'), ['--phase=coverage'])
    const key = /--replay '(negative-data-rejection:[^']*)'/.exec(out)?.[1] ?? 'none'
    expect(await check(await start('long-titles'), ['--phase=coverage', '--replay', key])).toMatchObject({
      code: 1,
    })
    const repaired = await check(await start(), ['--phase=coverage', '--replay', key])
    expect(repaired.code).toBe(0)
    expect(repaired.out).toContain(`✓ ${key} no longer occurs`)
  })

  it('writes every report it is asked for', async () => {
    const reports = ['--report', 'json=out/r.json', 'html=out/r.html', 'junit=out/r.xml', 'har=out/r.har']
    const { cwd, out } = await check(await start(), ['--phase=examples', ...reports])
    expect(out).toContain('Written: out/r.xml\n')
    expect((await readdir(join(cwd, 'out'))).toSorted()).toStrictEqual(['r.har', 'r.html', 'r.json', 'r.xml'])
    expect(JSON.parse(await readFile(join(cwd, 'out/r.json'), 'utf8'))).toMatchObject({
      seed: 1,
      phases: ['examples'],
    })
  })

  it('writes a report of the configuration beside it', async () => {
    const cwd = await newFolder()
    const other = await createFolder()
    const config = { url: await start(), headers: { 'x-key': memoKey }, phases: ['examples'] }
    const reports = { json: 'r.json', junit: join(other, 'r.xml') }
    await mkdir(join(cwd, 'ci'))
    await writeFile(
      join(cwd, 'ci/check.json'),
      JSON.stringify({ ...config, document: '../memos.json', reports }),
    )
    const { code, out } = await run(['--config=ci/check.json'], { cwd })
    expect([code, await readdir(join(cwd, 'ci')), await readdir(other)]).toStrictEqual([0, ['check.json', 'r.json'], ['r.xml']]) // prettier-ignore
    expect(out).toContain(`Written: ci/r.json\n`)
  })

  it('writes the report also when the time was up', async () => {
    const { code, cwd } = await check(await start(), ['--max-time=0.000001', '--report=json=r.json'])
    expect(code).toBe(1)
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      skipped: expect.arrayContaining([
        { operationId: 'getMemo', reason: 'the time limit of the run was reached' },
      ]) as unknown,
    })
  })

  it('promotes each finding to a file', async () => {
    const { cwd, out } = await check(await start('long-titles'), ['--phase=coverage', '--promote=kept'])
    const [file = ''] = await readdir(join(cwd, 'kept'))
    expect(file).toMatch(/^negative-data-rejection-createMemo-[0-9a-f]{8}\.json$/)
    expect(out).toContain(`Written: kept/${file}\n`)
  })

  it('draws a bar on a terminal and plain lines in CI', async () => {
    const url = await start()
    const live = await check(url, ['--phase=examples'], { isTTY: true })
    expect(live.out).toContain('\u001B[2K░')
    expect(live.out).toContain('\u001B[33m! incomplete')
    const plain = await Promise.all([
      check(url, ['--phase=examples'], { isTTY: true, env: { CI: 'true', NO_COLOR: '1' } }),
      check(url, ['--phase=examples', '--no-color'], { isTTY: true }),
    ])
    expect(plain.map(({ out }) => out.includes('\u001B'))).toStrictEqual([false, false])
  })

  it('shows no credential of an identity in what it writes', async () => {
    const cwd = await newFolder()
    const url = await start('long-titles')
    const identities = {
      own: { apiKey: { key: '${MEMO_KEY}' } },
      other: { basic: { username: 'them', password: '${OTHER_KEY}' }, headers: { 'x-key': '${OTHER_KEY}' } },
    }
    const config = { document: 'memos.json', url, cases: 2, identities }
    await writeFile(join(cwd, 'contract-checker.config.json'), JSON.stringify(config))
    vi.stubEnv('MEMO_KEY', memoKey)
    vi.stubEnv('OTHER_KEY', otherKey)
    const reports = reportKinds.map((kind) => `${kind}=out/${kind}`)
    const { code, out, err } = await run(['--report', ...reports, '--promote=out'], { cwd })
    const files = await readdir(join(cwd, 'out'))
    const texts = await Promise.all(files.map((file) => readFile(join(cwd, 'out', file), 'utf8')))
    expect([code, files.length > reports.length]).toStrictEqual([1, true])
    const secrets = [memoKey, otherKey, Buffer.from(`them:${otherKey}`).toString('base64')]
    expect(secrets.filter((secret) => [out, err, ...texts].join().includes(secret))).toStrictEqual([])
  })

  it('asks the hooks of the configuration', async () => {
    const cwd = await newFolder()
    await writeFile(
      join(cwd, 'contract-checker.config.mjs'),
      `export default { authenticate: async () => ({ 'x-key': '${memoKey}' }) }`,
    )
    const argv = ['memos.json', '--url', await start(), '--phase', 'examples']
    expect(await run(argv, { cwd })).toMatchObject({ code: 0 })
  })

  it('exits 2 with one sentence where the input needs to be fixed', async () => {
    const cwd = await newFolder()
    await writeFile(
      join(cwd, 'late.mjs'),
      'export default { reset: () => { throw new Error("the database\\nis gone") } }',
    )
    await writeFile(join(cwd, 'empty.yaml'), 'hello: world')
    const url = await start()
    const wrong = [
      ['memos.json', '--url', url, '--config', 'late.mjs'],
      ['memos.json', '--url', 'http://127.0.0.1:1'],
      ['memos.json', '--url', 'h.test'],
      ['empty.yaml', '--url', url],
      ['nowhere.yaml', '--url', url],
      ['memos.json', '--url', url, '--include', 'getMemos'],
      ['memos.json', '--url', url, '--seed', '1.5'],
      ['memos.json', '--url', url, '--disable-check', 'gravity'],
    ]
    const outcomes = await Promise.all(wrong.map((argv) => run(argv, { cwd })))
    expect(outcomes.map(({ code }) => code)).toStrictEqual(wrong.map(() => 2))
    expect(
      outcomes.map(({ err }) => err).filter((text) => !/^[^\n]{20,160}[.?]\n$/.test(text)),
    ).toStrictEqual(['The reset hook failed: the database is gone\n'])
  })

  it('reads the baseline before it sends a request', async () => {
    const cwd = await newFolder()
    await writeFile(join(cwd, 'known.json'), '[]')
    const { code, out, err } = await run(
      ['memos.json', '--url', 'http://127.0.0.1:1', '--baseline=known.json'],
      { cwd },
    )
    expect([code, out]).toStrictEqual([2, ''])
    expect(err).toBe(
      `The baseline ${join(cwd, 'known.json')} cannot be read; write it again with --update-baseline.\n`,
    )
  })

  it('asks for the file of a baseline before it sends a request', async () => {
    const cwd = await newFolder()
    const argv = ['memos.json', '--url', 'http://127.0.0.1:1', '--update-baseline']
    expect(await run(argv, { cwd })).toStrictEqual({
      code: 2,
      out: '',
      err: '--update-baseline needs the file to write: add --baseline known-findings.json.\n',
    })
  })

  it('exits 70 with the place of a fault of its own', async () => {
    const err: string[] = []
    const code = await runCli(['--version'], {
      stdout: {
        write: () => {
          throw new TypeError('no such pipe')
        },
      },
      stderr: { write: (text) => err.push(text) },
      env: {},
      cwd: () => '/',
    })
    expect(code).toBe(70)
    expect(err.join('')).toMatch(
      /^This is a bug in contract-checker\. Please report it:\nTypeError: no such pipe\n {4}at /,
    )
  })

  it('prints its version and its help', async () => {
    expect(await run(['--version'])).toStrictEqual({ code: 0, out: `${version}\n`, err: '' })
    expect((await run(['--help'])).out).toContain('contract-checker <document> --url <baseUrl> [options]')
  })
})
