import { once } from 'node:events'
import { join } from 'node:path'
import { spawnGuarded } from '@contract-kit/packaging/spawn-guarded'
import { createSandbox, type SandboxOptions } from '@contract-kit/sandbox'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createFolder, runContract } from './project.ts'

const files = {
  'openapi.yaml': `openapi: 3.1.1
info: { title: Notes, version: 1.0.0 }
servers: [{ url: 'https://notes.example/v1' }]
paths:
  /notes:
    post:
      operationId: add-note
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        201: { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  /notes/{id}:
    get:
      operationId: show-note
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        200: { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        404: { description: No such note. }
  /search:
    get:
      operationId: search
      responses: { 200: { description: Some text., content: { text/plain: { schema: { type: string } } } } }
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer, readOnly: true }, text: { type: string } }
`,
}

/** Starts `contract sandbox` as a program, and returns the data of the first line that it prints. */
async function startProgram(folder: string, ...args: readonly string[]) {
  const cli = join(import.meta.dirname, '../src/cli.ts')
  const child = spawnGuarded([cli, 'sandbox', '--port', '0', '--json', ...args], { cwd: folder })
  const told: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => told.push(text))
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const { url, controls } = JSON.parse(line) as { readonly url: string; readonly controls: string }
  return {
    url,
    controls,
    told,
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number]
      return code
    },
  }
}

describe('contract sandbox', () => {
  it('serves a document with state, and keeps it in a file', async () => {
    const folder = await createFolder(files)
    const first = await startProgram(folder, '--state', 'notes.db')
    const created = await fetch(`${first.url}/notes?key=secret`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"Buy milk"}',
    })
    const note = (await created.json()) as { readonly id: number }
    expect(new URL(first.url).pathname).toBe('/v1')
    expect((await fetch(first.controls)).status).toBe(200)
    expect(await first.stop()).toBe(0)
    expect(first.told.join('')).toMatch(/^Warning: Without state\n {2}search returns an example/)
    expect(first.told.join('')).toMatch(/^POST \/v1\/notes 201 \d+ ms add-note create \/notes\/1$/m)

    const second = await startProgram(folder, '--state', 'notes.db', '--quiet')
    const found = await fetch(`${second.url}/notes/${note.id}`)
    expect(await found.json()).toStrictEqual({ id: note.id, text: 'Buy milk' })
    expect(await second.stop()).toBe(0)
    expect(second.told).toStrictEqual([])
  })

  it('serves a fault, and names it', async () => {
    const fault = 'success-status@add-note:201'
    const program = await startProgram(await createFolder(files), '--quiet', '--fault', fault)
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"Milk"}',
    }
    expect((await fetch(`${program.url}/notes`, request)).status).not.toBe(201)
    expect(await program.stop()).toBe(0)
    expect(program.told).toStrictEqual([
      `Simulated fault: A success has an undocumented status: 201 (${fault})\n`,
    ])
  })

  it('explains what it understood', async () => {
    const folder = await createFolder(files)
    const { code, stdout, stderr } = await runContract(folder, 'sandbox', '--explain')
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toBe(`Notes: 3 operations

note (/notes/{id}): created by requests
  POST   /notes       creates   POST on the collection
  GET    /notes/{id}  reads     GET on /notes/{id}

Without state
  GET    /search  example   the document does not say what it changes: it returns an example
`)
  })

  it('follows a file of rules', async () => {
    const folder = await createFolder({
      ...files,
      'rules.yaml': 'operations:\n  search: { does: list, resource: note }\n',
    })
    const { stdout } = await runContract(folder, 'sandbox', '--explain', '--rules', 'rules.yaml')
    expect(stdout).toContain('GET    /search      lists     set in x-sandbox')
  })

  it.each([
    [
      'operations: { serch: { does: list } }',
      'There is a rule for serch, but the document has no such operation.',
    ],
    ['{', 'The rules file FOLDER/rules.yaml is not valid YAML: Flow map'],
    [undefined, 'The rules file FOLDER/rules.yaml cannot be read.'],
  ])('rejects the rules %s', async (rules, message) => {
    const folder = await createFolder({ ...files, ...(rules !== undefined && { 'rules.yaml': rules }) })
    const args = ['--explain', '--rules', 'rules.yaml']
    const { code, stdout, stderr } = await runContract(folder, 'sandbox', ...args)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain(message.replace('FOLDER', folder))
  })
})

// Tests only the rules, without the bundling that the command does first.
describe('a rule', () => {
  it.each([
    [
      { operations: { search: { does: 'fetch' } } },
      '"does" in the rule of the operation search must be one of create, list, read, replace, patch, remove, act, example.',
    ],
    [
      { operations: { search: { does: 'list' } } },
      'The rule of search must name a resource: the document shows none.',
    ],
    [
      { operations: { search: { does: 'list', resource: 'page' } } },
      'The rule of search names the unknown resource page; the resources are note.',
    ],
    [
      { resources: { note: { unique: 'text' } } },
      '"unique" in the rule of the resource note must be a list of property names.',
    ],
    [[], 'The rules file must be an object with "operations" and "resources".'],
  ])('cannot be %j', async (rules, message) => {
    const document = parse(files['openapi.yaml']) as SandboxOptions['document']
    await expect(createSandbox({ document, rules })).rejects.toThrow(message)
  })
})
