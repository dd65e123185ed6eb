import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addFiles, createFolder, runContract } from './project.ts'

/** A document of one operation, whose response has the properties given. */
function document(version: string, ...properties: readonly string[]): string {
  return [
    'openapi: 3.1.1',
    `info: { title: Ferries, version: ${version} }`,
    'paths:',
    '  /trips:',
    '    get:',
    '      operationId: list-trips',
    '      responses:',
    "        '200':",
    '          description: Trips.',
    '          content:',
    '            application/json:',
    '              schema:',
    '                type: object',
    '                properties:',
    ...properties.map((name) => `                  ${name}: { type: string }`),
    '',
  ].join('\n')
}

const config = JSON.stringify({ documents: { ferries: { source: 'openapi.yaml', released: 'released' } } })

/** A project whose first version is released. */
async function createReleased(): Promise<string> {
  const folder = await createFolder({
    'contract.config.json': config,
    'openapi.yaml': document('1.0.0', 'from', 'to'),
  })
  const run = await runContract(folder, 'release', '--note', 'Trips.', '--date', '2026-01-15')
  expect(run).toMatchObject({ code: 0, stdout: 'released/1.0.0.yaml written; commit it\n' })
  return folder
}

describe('contract diff', () => {
  it('fails when the version does not say what changed', async () => {
    const folder = await createReleased()
    const unchanged = await runContract(folder, 'diff')
    expect(unchanged).toMatchObject({ code: 0, stdout: 'ferries, 1.0.0 to 1.0.0: no changes\n' })
    await addFiles(folder, { 'openapi.yaml': document('1.1.0', 'from', 'pier') })
    const run = await runContract(folder, 'diff')
    const breaking = [
      'ferries, 1.0.0 to 1.1.0: 1 breaking change, 1 others, 0 of wording',
      '  breaking  GET /trips, response 200, to: Property `to` was removed.',
      '            Callers that read it find nothing. Put it back. [property-removed]',
    ]
    const problem =
      '- GET /trips, response 200, to: Property `to` was removed. Callers that read it find nothing. Put it back, or make it version 2.0.0.'
    const other = '  other     GET /trips, response 200, pier: Property `pier` is new.'
    expect(run.code).toBe(1)
    expect(run.stdout.split('\n')).toStrictEqual([...breaking, other, '', problem, ''])
    const quiet = await runContract(folder, 'diff', '--quiet')
    expect(quiet.stdout.split('\n')).toStrictEqual([...breaking, '', problem, ''])
    await addFiles(folder, { 'openapi.yaml': document('2.0.0', 'from') })
    expect((await runContract(folder, 'diff')).code).toBe(0)
    expect((await runContract(folder, 'diff', '--fail-on', 'major')).code).toBe(1)
    expect((await runContract(folder, 'diff', '--fail-on', 'none')).code).toBe(0)
  })

  it('compares two files', async () => {
    const folder = await createFolder({
      'a.yaml': document('1.0.0', 'from'),
      'b.yaml': document('1.1.0', 'from', 'to'),
    })
    const run = await runContract(folder, 'diff', '--base', 'a.yaml', '--revision', 'b.yaml', '--json')
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject([
      {
        name: 'b',
        file: 'b.yaml',
        changes: [{ impact: 'minor', what: 'Property `to` is new.' }],
        problems: [],
      },
    ])
  })

  it('writes Markdown, and annotations with the line', async () => {
    const folder = await createReleased()
    const text = document('1.1.0', 'from', 'to').replace('to: { type: string }', 'to: { type: integer }')
    await addFiles(folder, { 'openapi.yaml': text })
    const markdown = await runContract(folder, 'diff', '--format', 'markdown')
    expect(markdown.stdout).toMatch(
      /#### Breaking\n\n- `GET \/trips, response 200, to`: `type` was "string" and is "integer"\. Programs expect the old type\. For example `-?\d+`\./,
    )
    const github = await runContract(folder, 'diff', '--format', 'github')
    const line = text.split('\n').findIndex((one) => one.includes('integer')) + 1
    expect(github.stdout).toBe(
      `::error file=openapi.yaml,line=${line},title=schema-type-changed::GET /trips, response 200, to: \`type\` was "string" and is "integer". Programs expect the old type.\n`,
    )
  })

  it('says what is missing', async () => {
    const folder = await createFolder({ 'openapi.yaml': document('1.0.0', 'from') })
    expect(await runContract(folder, 'diff')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'There is nothing to compare openapi with; give --base, or name its folder of releases',
      ),
    })
    expect(await runContract(folder, 'diff', '--base', 'gone.yaml')).toMatchObject({
      code: 2,
      stderr: 'The file gone.yaml does not exist.\n',
    })
    expect(await runContract(folder, 'diff', '--format', 'xml')).toMatchObject({
      code: 2,
      stderr: '--format must be one of text, json, markdown, github, not "xml".\n',
    })
  })

  it('says when there is no release yet', async () => {
    const folder = await createFolder({
      'contract.config.json': config,
      'openapi.yaml': document('1.0.0', 'from'),
    })
    const run = await runContract(folder, 'diff')
    expect(run.code).toBe(0)
    expect(run.stderr).toContain('ferries has no release yet; "contract release" makes the first\n')
  })
})

describe('contract release', () => {
  it('keeps the bundle under its version', async () => {
    const folder = await createReleased()
    expect(await readFile(join(folder, 'released/1.0.0.yaml'), 'utf8')).toContain('operationId: list-trips')
    expect(await readFile(join(folder, 'released/releases.yaml'), 'utf8')).toBe(
      '- version: 1.0.0\n  date: 2026-01-15\n  note: Trips.\n',
    )
    const again = await runContract(folder, 'release', '--note', 'Again.')
    expect(again).toMatchObject({
      code: 1,
      stdout: 'Version 1.0.0 is released already; raise info.version.\n',
    })
  })

  it('says what is missing', async () => {
    const folder = await createReleased()
    expect(await runContract(folder, 'release')).toMatchObject({
      code: 2,
      stderr: 'Say in one sentence what the release is about: --note "…".\n',
    })
    expect(await runContract(folder, 'release', '--note', 'A', '--date', 'today')).toMatchObject({
      code: 2,
      stderr: '--date must be a date such as 2026-11-25, not "today".\n',
    })
  })
})

describe('contract changelog', () => {
  it('tells what changed from release to release', async () => {
    const folder = await createReleased()
    await addFiles(folder, { 'openapi.yaml': document('1.1.0', 'from', 'to', 'pier') })
    expect((await runContract(folder, 'changelog')).stdout).toBe(
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
