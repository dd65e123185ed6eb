import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createEntry, headersOf } from '../../test/traffic/create-entry.ts'
import { createMemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import { reportKinds } from '../reports/write-report.ts'
import { runCli } from './run-cli.ts'

const servers: { readonly close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const start = async (fault?: MemoFault): Promise<string> => {
  const server = await createMemoApi(fault).listen()
  servers.push(server)
  return server.url
}

const newFolder = async (): Promise<string> => {
  const cwd = await createFolder()
  await writeFile(join(cwd, 'memos.json'), JSON.stringify(memoDocument))
  return cwd
}

const run = async (argv: readonly string[], cwd: string) => {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(argv, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    env: process.env,
    cwd: () => cwd,
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** An external test suite that creates a memo and reads it. */
const suite = (more = '') => [
  process.execPath,
  '-e',
  `const url = process.env.CONTRACT_PROXY_URL + '/memos'
   const headers = { 'x-key': '${memoKey}', 'x-run': 'a' }
   const json = { ...headers, 'content-type': 'application/json' }
   const made = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify({ title: 'Milk' }) })
   const { id } = await made.json()
   await fetch(url + '/' + id, { headers: { ...headers, 'x-run': 'b' } }).then((response) => response.text())
   ${more}`,
]

const proxied = async (fault: MemoFault | undefined, more: readonly string[], script = '') => {
  const cwd = await newFolder()
  const to = await start(fault)
  const argv = ['proxy', '--to', to, '--document', 'memos.json', ...more, '--', ...suite(script)]
  return { cwd, to, ...(await run(argv, cwd)) }
}

describe('contract-checker proxy', () => {
  it('tells what a suite covers', async () => {
    const { code, out, err, to } = await proxied(undefined, [])
    expect([code, err]).toStrictEqual([0, ''])
    expect(out).toMatch(new RegExp(`^The proxy http://127.0.0.1:\\d+ passes requests to ${to}.\n`))
    expect(out).toContain('Seen: operations 2/4')
    expect(out).toContain('listMemos: no exchange shows it')
    expect(out).toContain('2 of 2 exchanges judged\n! incomplete')
  })

  it('exits 1 with findings, and shows no credential', async () => {
    const reports = reportKinds.map((kind) => `${kind}=out/${kind}`)
    const { code, out, cwd } = await proxied('title-is-a-number', [
      '--record=out.har',
      '--report',
      ...reports,
    ])
    expect(code).toBe(1)
    expect(out).toContain('✗ Body does not match its schema')
    const files = await readdir(join(cwd, 'out'))
    const texts = await Promise.all([...files.map((file) => join('out', file)), 'out.har'].map((file) => readFile(join(cwd, file), 'utf8'))) // prettier-ignore
    expect([files.length, texts.filter((text) => text.includes(memoKey))]).toStrictEqual([reports.length, []])
    expect(out).not.toContain(memoKey)
  })

  it('hands on the exit code of the command', async () => {
    expect((await proxied(undefined, [], 'process.exit(7)')).code).toBe(7)
    expect((await proxied('title-is-a-number', [], 'process.exit(7)')).code).toBe(7)
  })

  it('records what judge reads with the same result', async () => {
    const { out, cwd } = await proxied('title-is-a-number', ['--record', 'traffic.har', '--identify=X-Run'])
    const judged = await run(['judge', 'traffic.har', '--document=memos.json', '--identify=X-Run'], cwd)
    expect(judged.code).toBe(1)
    expect(judged.out).toBe(out.slice(out.indexOf('\n') + 1))
    expect(out).toContain('  a: 1 exchange, 1 finding, operations 1/4')
    expect(out).toContain('  b: 1 exchange, 1 finding, operations 1/4')
  })

  it('ends by itself when its time is up', async () => {
    const cwd = await newFolder()
    const argv = ['proxy', '--to', await start(), '--document', 'memos.json', '--for', '0.01']
    expect(await run(argv, cwd)).toMatchObject({
      code: 2,
      err: 'No exchange was recorded; send requests to the URL in CONTRACT_PROXY_URL.\n',
    })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('prints the report on %s', async (signal) => {
    const cwd = await newFolder()
    const bin = fileURLToPath(new URL('../cli.ts', import.meta.url))
    const argv = [bin, 'proxy', '--to', await start('title-is-a-number'), '--document', 'memos.json']
    const child = spawn(process.execPath, argv, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    const chunks: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    const url = /http:\S+/.exec(chunks.join(''))?.[0] ?? ''
    const headers = { 'x-key': memoKey, 'content-type': 'application/json' }
    await (await fetch(`${url}/memos`, { method: 'POST', headers, body: '{"title":"Milk"}' })).text()
    child.kill(signal)
    expect(await ended).toStrictEqual([1, null])
    expect(chunks.join('')).toContain('1 of 1 exchange judged\n✗ 1 finding')
  })
})

describe('runCli', () => {
  it.each([
    [
      'proxy --document=memos.json',
      'Specify the URL of the server behind the proxy: --to http://127.0.0.1:3000.',
    ],
    ['proxy --to=http://h.test', 'Specify the OpenAPI document to judge by: --document openapi.yaml.'],
    ['proxy npm', 'Write the command to run after two dashes: -- npm.'],
    ['proxy --seed=1', 'The option --seed belongs to check, not to proxy.'],
    [
      'proxy --to=http://h.test --document=memos.json -- no-such-command',
      'The command no-such-command cannot be started: spawn no-such-command ENOENT',
    ],
    ['judge', 'Specify a recording: contract-checker judge traffic.har --document openapi.yaml.'],
    ['judge none.har --document=memos.json', 'The recording none.har cannot be read.'],
    [
      'judge memos.json --document=memos.json',
      'The recording memos.json is not an HTTP archive (HAR): it has no log.entries.',
    ],
    ['judge x.har --to=http://h.test', 'The option --to belongs to proxy, not to judge.'],
    [
      'judge x.har --document=memos.json --url=h.test',
      'The URL h.test is not an http or https URL; write it in full, such as https://api.example.com/v1.',
    ],
    ['judge x.har --document=memos.json --disable-check=gravity', 'Unknown check gravity.'],
  ])('says what to fix in %j', async (line, message) => {
    expect(await run(line.split(' '), await newFolder())).toMatchObject({ code: 2, err: `${message}\n` })
  })

  it.each(['judge', 'proxy'])('explains %s', async (command) => {
    const { code, out } = await run([command, '--help'], await newFolder())
    expect([code, out.includes(`contract-checker ${command} `)]).toStrictEqual([0, true])
  })
})

const entry = (url: string, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { method: 'GET', url, headers: [{ name: 'X-Key', value: memoKey }] },
  response: { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], content: { size: 2, mimeType: 'application/json', text: '[]' } }, // prettier-ignore
  ...more,
})

const judge = async (entries: readonly object[][], ...more: readonly string[]) => {
  const cwd = await newFolder()
  const names = entries.map((_list, index) => `${index}.har`)
  await Promise.all(names.map((name, index) => writeFile(join(cwd, name), JSON.stringify({ log: { entries: entries[index] } })))) // prettier-ignore
  return run(['judge', ...names, '--document', 'memos.json', ...more], cwd)
}

describe('contract-checker judge', () => {
  it('judges several recordings as one', async () => {
    const { code, out } = await judge([[entry('http://a.test/memos')], [entry('http://a.test/memos/m1')]])
    expect(code).toBe(1)
    expect(out).toContain('2 of 2 exchanges judged')
    expect(out).toContain('getMemo')
  })

  it('names what is not of the API', async () => {
    const entries = [
      entry('https://a.test/v2/memos'),
      entry('https://ads.test/pixel'),
      entry('https://a.test/v2/health'),
    ]
    const { code, out } = await judge([entries], '--url', 'https://a.test/v2')
    expect(code).toBe(0)
    expect(out).toContain('Requests that the document does not declare\n  GET /health (1)')
    expect(out).toContain('Exchanges that were not judged\n  outside the API: https://ads.test (1)')
  })

  it('says that nothing is of the API', async () => {
    const { code, err } = await judge([[entry('https://ads.test/pixel')]])
    expect([code, err]).toStrictEqual([2, 'No exchange belongs to the API: outside the API: https://ads.test (1). Set its base with --url or --base-path.\n']) // prettier-ignore
  })

  it('finds no fault in what a browser makes of a correct server', async () => {
    const headers = headersOf({ 'content-type': 'application/json', etag: '"1"' })
    const none = { size: 0, mimeType: 'x-unknown' }
    const preflight = headersOf({ Origin: 'https://app.test', 'Access-Control-Request-Method': 'POST' })
    const ofPage = headersOf({ 'Sec-Fetch-Dest': 'image', ':authority': 'api.test' })
    const { code, out } = await judge(
      [
        [
          createEntry(),
          createEntry({ content: { text: 'W10=', encoding: 'base64' } }),
          createEntry({
            content: { text: undefined, size: 900 },
            response: {
              headers: headersOf({ 'content-type': 'application/json', 'content-encoding': 'br' }),
            },
          }),
          createEntry({ response: { status: 304, headers }, content: { text: '[]' } }),
          createEntry({ entry: { _fromCache: 'memory' }, content: { text: '[1]' } }),
          createEntry({
            request: { method: 'OPTIONS', headers: preflight },
            response: { status: 204, headers: [] },
            content: none,
          }),
          createEntry({ request: { url: 'https://api.test/logo.svg', headers: ofPage } }),
          createEntry({ request: { url: 'https://ads.test/memos?id=1' }, content: { text: 'GIF89a' } }),
          createEntry({
            request: { url: 'https://api.test/memos/m1', method: 'DELETE' },
            response: { status: 0, headers: [] },
            content: none,
          }),
        ],
      ],
      '--url=https://api.test',
    )
    expect([code, out.slice(out.indexOf('Exchanges that'), out.indexOf('\n\nSeen'))]).toStrictEqual([
      0,
      [
        'Exchanges that were not judged',
        '  from the cache of the browser (1)',
        '  part of a page (1)',
        '  outside the API: https://ads.test (1)',
        '  no response (1)',
      ].join('\n'),
    ])
    expect(out).toContain('Judged without a body, which was missing or incomplete: 1 exchange.')
  })

  it('takes the baseline, the thresholds and the severity of a check', async () => {
    const wrong = [entry('http://a.test/memos/m1')]
    expect(await judge([wrong], '--fail-on=critical')).toMatchObject({ code: 0 })
    expect(await judge([wrong], '--baseline=b.json', '--update-baseline')).toMatchObject({ code: 0 })
    expect((await judge([[entry('http://a.test/memos')]], '--threshold=operations=90')).out).toContain('coverage-threshold') // prettier-ignore
  })
})
