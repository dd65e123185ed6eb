import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFiles, createFolder, type Run, runContract } from './project.ts'

/** Returns a document with one operation, whose response has the given properties. */
const document = (version: string, ...properties: readonly string[]): string => `openapi: 3.1.1
info: { title: Ferries, version: ${version} }
paths:
  /trips:
    get:
      operationId: list-trips
      responses:
        '200':
          description: Trips.
          content:
            application/json:
              schema:
                type: object
                properties:
${properties.map((name) => `                  ${name}: { type: string }\n`).join('')}`

const config = JSON.stringify({ documents: { ferries: { source: 'openapi.yaml', released: 'released' } } })

/** A project with a released first version. Each test writes its document. */
const released = await createFolder(
  { 'contract.config.json': config, 'openapi.yaml': document('1.0.0', 'from', 'to') },
  afterAll,
)
const write = (text: string) => addFiles(released, { 'openapi.yaml': text })
const run = (...args: readonly string[]) => runContract(released, ...args)

let first: Run
beforeAll(async () => {
  first = await run('release', '--note', 'Trips.', '--date', '2026-01-15')
})

/** Returns a document in two files. */
const inParts = (version: string, type: string) => ({
  'api/openapi.yaml': document(version, 'from').replace(
    'from: { type: string }',
    'from: { $ref: "parts/from.yaml" }',
  ),
  'api/parts/from.yaml': `type: ${type}\n`,
})

describe('contract diff', () => {
  it('fails when the version does not say what changed', async () => {
    const unchanged = await run('diff')
    expect(unchanged).toMatchObject({ code: 0, stdout: 'ferries, 1.0.0 to 1.0.0: no changes\n' })
    await write(document('1.1.0', 'from', 'pier'))
    const changed = await run('diff')
    const breaking = [
      'ferries, 1.0.0 to 1.1.0: 1 breaking change, 1 others, 0 of wording',
      '  breaking  GET /trips, response 200, to: Property `to` was removed.',
      '            Callers that read it find nothing. Put it back. [property-removed]',
    ]
    const problem =
      '- GET /trips, response 200, to: Property `to` was removed. Callers that read it find nothing. Put it back, or make it version 2.0.0.'
    const other = '  other     GET /trips, response 200, pier: Property `pier` is new.'
    expect(changed.code).toBe(1)
    expect(changed.stdout.split('\n')).toStrictEqual([...breaking, other, '', problem, ''])
    const quiet = await run('diff', '--quiet')
    expect(quiet.stdout.split('\n')).toStrictEqual([...breaking, '', problem, ''])
    await write(document('2.0.0', 'from'))
    expect((await run('diff')).code).toBe(0)
    expect((await run('diff', '--fail-on', 'major')).code).toBe(1)
    expect((await run('diff', '--fail-on', 'none')).code).toBe(0)
  })

  it('compares two files', async () => {
    const folder = await createFolder({
      'a.yaml': document('1.0.0', 'from'),
      'b.yaml': document('1.1.0', 'from', 'to'),
    })
    const args = ['--base', 'a.yaml', '--revision', 'b.yaml', '--json']
    const { code, stdout } = await runContract(folder, 'diff', ...args)
    const changes = [{ impact: 'minor', what: 'Property `to` is new.' }]
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'b', file: 'b.yaml', changes, problems: [] }])
  })

  it('compares with a URL', async () => {
    const folder = await createFolder({ 'openapi.yaml': document('1.1.0', 'from', 'to') })
    const server = createServer((_, response) => response.end(document('1.0.0', 'from')))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stdout } = await runContract(
      folder,
      'diff',
      '--base',
      `http://127.0.0.1:${port}/openapi.yaml`,
    )
    server.close()
    expect([code, stdout]).toStrictEqual([
      0,
      expect.stringContaining('1.0.0 to 1.1.0: 0 breaking changes, 1 others'),
    ])
  })

  it('compares with git revisions, and leaves the repository as it is', async () => {
    const folder = await createFolder({ ...inParts('1.0.0', 'string'), 'notes.txt': 'first\n' })
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    git('tag', 'v1')
    await addFiles(folder, { ...inParts('1.0.0', 'integer'), 'notes.txt': 'second\n' })
    git('add', 'notes.txt')
    const before = git('status', '--porcelain')
    for (const base of ['v1', 'HEAD:api/openapi.yaml']) {
      const { code, stdout } = await runContract(
        folder,
        'diff',
        'api/openapi.yaml',
        '--base',
        base,
        '--fail-on',
        'major',
      )
      expect([code, stdout]).toStrictEqual([
        1,
        expect.stringContaining('`type` was "string" and is "integer"'),
      ])
    }
    const inFolder = await runContract(
      join(folder, 'api'),
      'diff',
      '--base',
      'v1:./openapi.yaml',
      '--fail-on',
      'major',
    )
    expect(inFolder.code).toBe(1)
    const gone = await runContract(folder, 'diff', 'api/openapi.yaml', '--base', 'v1:other.yaml')
    expect(gone).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The git revision v1 has no file other.yaml.'),
    })
    expect(git('status', '--porcelain')).toBe(before)
  })

  it('takes what the configuration has decided', async () => {
    const files = { 'a.yaml': document('1.0.0', 'from', 'to'), 'b.yaml': document('1.1.0', 'from') }
    const diffWith = async (changes: object) => {
      const folder = await createFolder({
        ...files,
        'contract.config.json': JSON.stringify({ documents: { b: 'b.yaml' }, changes }),
      })
      return await runContract(folder, 'diff', '--base', 'a.yaml', '--fail-on', 'major')
    }
    expect((await diffWith({})).code).toBe(1)
    const rules = { 'no-such-rule': { impact: 'minor', reason: 'None.' } }
    expect(await diffWith({ rules })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name rules by the ids of docs/changes.md'),
    })
  })

  it('accepts what is in the ignore file, which it writes, until its day', async () => {
    const folder = await createFolder({
      'a.yaml': document('1.0.0', 'from', 'to', 'via'),
      'b.yaml': document('1.1.0', 'from', 'via'),
    })
    const compare = (...flags: string[]) =>
      runContract(folder, 'diff', 'b.yaml', '--base', 'a.yaml', '--fail-on', 'major', ...flags)
    expect((await compare()).code).toBe(1)
    expect(await compare('--generate-ignore-file')).toMatchObject({
      code: 0,
      stdout: '.contract-diff-ignore.yaml: 1 added, 0 removed, 1 in all\n',
    })
    expect(await compare()).toMatchObject({ code: 0, stdout: expect.stringContaining('It is accepted.') })

    const path = join(folder, '.contract-diff-ignore.yaml')
    const written = await readFile(path, 'utf8')
    const because = (reason: string) => writeFile(path, written.replace(/(- GET .*)/, `$1 # ${reason}`))
    await because('until 2999-01-31: Nobody reads it.')
    expect((await compare()).stdout).toContain('It is accepted until 2999-01-31: Nobody reads it.')
    await because('until 2020-01-31: Nobody reads it.')
    expect(await compare()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('It was accepted until 2020-01-31: Nobody reads it.'),
    })

    await addFiles(folder, { 'b.yaml': document('1.1.0', 'from', 'to') })
    expect(await compare()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'No longer found; "contract diff --generate-ignore-file" removes from .contract-diff-ignore.yaml:\n' +
          '  property-removed  b  GET /trips, response 200, to\n',
      ),
    })
    expect((await compare('--generate-ignore-file')).stdout).toContain('1 added, 1 removed, 1 in all')
    expect((await compare()).code).toBe(0)
  })

  it('writes Markdown, and annotations with the line', async () => {
    const text = document('1.1.0', 'from', 'to').replace('to: { type: string }', 'to: { type: integer }')
    await write(text)
    const markdown = await run('diff', '--format', 'markdown')
    expect(markdown.stdout).toMatch(
      /#### Breaking\n\n- `GET \/trips, response 200, to`: `type` was "string" and is "integer"\. Programs expect the old type\. For example `-?\d+`\./,
    )
    const github = await run('diff', '--format', 'github')
    const line = text.split('\n').findIndex((one) => one.includes('integer')) + 1
    expect(github.stdout).toBe(
      `::error file=openapi.yaml,line=${line},title=schema-type-changed::GET /trips, response 200, to: \`type\` was "string" and is "integer". Programs expect the old type.\n`,
    )
  })

  it.each([
    [[], 'There is nothing to compare openapi with; give --base, or set its folder of releases'],
    [['--base', 'gone.yaml'], 'There is no file, no URL and no git revision gone.yaml.\n'],
    [['--base=--all'], 'There is no file, no URL and no git revision --all.\n'],
    [['--base', 'http://127.0.0.1:1/a.yaml'], 'http://127.0.0.1:1/a.yaml cannot be read: '],
    [['--format', 'xml'], '--format must be one of text, json, markdown, github, not "xml".\n'],
  ])('says what is missing in %j', async (args, message) => {
    const folder = await createFolder({ 'openapi.yaml': document('1.0.0', 'from') })
    const { code, stderr } = await runContract(folder, 'diff', ...args)
    expect([code, stderr]).toStrictEqual([2, expect.stringContaining(message)])
  })

  it('says when there is no release yet', async () => {
    const folder = await createFolder({
      'contract.config.json': config,
      'openapi.yaml': document('1.0.0', 'from'),
    })
    const { code, stderr } = await runContract(folder, 'diff')
    const message = 'ferries has no release yet; save the first with "contract release"\n'
    expect([code, stderr]).toStrictEqual([0, expect.stringContaining(message)])
  })
})

const read = (name: string) => readFile(join(released, 'released', name), 'utf8')

describe('contract release', () => {
  it('keeps the bundle under its version', async () => {
    expect(first).toMatchObject({ code: 0, stdout: 'released/1.0.0.yaml written; commit it\n' })
    expect(await read('1.0.0.yaml')).toContain('operationId: list-trips')
    expect(await read('releases.yaml')).toBe('- version: 1.0.0\n  date: 2026-01-15\n  note: Trips.\n')
    await write(document('1.0.0', 'from'))
    const message = 'Version 1.0.0 is released already; raise info.version.\n'
    expect(await run('release', '--note', 'Again.')).toMatchObject({ code: 1, stdout: message })
  })

  it.each([
    [[], 'Summarize the release in one sentence: --note "…".\n'],
    [['--note', 'A', '--date', 'today'], '--date must be a date such as 2026-11-25, not "today".\n'],
  ])('says what is missing in %j', async (args, stderr) => {
    expect(await run('release', ...args)).toMatchObject({ code: 2, stderr })
  })
})

describe('contract changelog', () => {
  it('tells what changed from release to release', async () => {
    await write(document('1.1.0', 'from', 'to', 'pier'))
    expect((await run('changelog')).stdout).toBe(
      [
        '## Not released yet (1.1.0)',
        '',
        '### New and changed, compatible',
        '',
        '- `GET /trips, response 200, pier`: Property `pier` is new.',
        '',
        '## 1.0.0, 2026-01-15',
        '',
        'Trips.',
        '',
        'The first release: there is nothing to compare it with.',
        '',
      ].join('\n'),
    )
  })
})
