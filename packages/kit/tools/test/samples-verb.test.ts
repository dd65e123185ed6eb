import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type JsonObject, nodeAt } from '../src/documents/json.ts'
import { createFolder, runContract, shedFiles } from './project.ts'

const config = (samples: unknown) => ({
  'contract.config.json': JSON.stringify({
    documents: { shed: 'openapi.yaml' },
    internalExtensions: ['x-source'],
    samples,
  }),
})

async function labelsIn(folder: string, file: string): Promise<readonly unknown[]> {
  const document: JsonObject = parse(await readFile(join(folder, file), 'utf8'))
  return ['get', 'delete'].map((method) => {
    const samples = nodeAt(document, `#/paths/~1tools~1{tool-id}/${method}/x-codeSamples`)
    return Array.isArray(samples) ? samples.map((sample) => nodeAt(sample, '/label')) : []
  })
}

describe('contract samples', () => {
  it('writes documents with samples, without internal extensions', async () => {
    const folder = await createFolder({ ...shedFiles, ...config({ languages: ['curl', 'go'] }) })
    expect(await runContract(folder, 'samples')).toStrictEqual({
      code: 0,
      stdout: 'dist/shed.docs.yaml written\n',
      stderr: 'Bundling openapi.yaml\n',
    })
    expect(await labelsIn(folder, 'dist/shed.docs.yaml')).toStrictEqual([
      ['curl', 'Go'],
      ['curl', 'Go'],
    ])
    expect(await readFile(join(folder, 'dist/shed.docs.yaml'), 'utf8')).not.toContain('x-source')
  })

  it('takes languages and a folder, and prints JSON', async () => {
    const folder = await createFolder(shedFiles)
    const args = ['openapi.yaml', '-l', 'ruby, php', '-o', 'out', '--json']
    const { stdout } = await runContract(folder, 'samples', ...args)
    expect(JSON.parse(stdout)).toStrictEqual({ files: ['out/openapi.docs.yaml'], warnings: [] })
    expect(await labelsIn(folder, 'out/openapi.docs.yaml')).toStrictEqual([
      ['Ruby', 'PHP'],
      ['Ruby', 'PHP'],
    ])
  })

  it.each([
    [{}, ['--languages', 'cobol'], 'There are no samples in "cobol"; there are curl, client, fetch,'],
    [false, [], 'The configuration says "samples: false"; remove that to write samples.'],
    [{ client: {} }, [], 'contract.config.json: samples.client.module:'],
  ])('exits with 2 where samples are %j and arguments %j', async (samples, args, message) => {
    const folder = await createFolder({ ...shedFiles, ...config(samples) })
    const { code, stderr } = await runContract(folder, 'samples', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('names an operation that cannot be read, writes the others, and exits with 1', async () => {
    const folder = await createFolder({
      'openapi.yaml': `openapi: 3.1.1
info: { title: Shed, version: 1.0.0 }
paths:
  /tools:
    get: { parameters: [{ name: a, in: nowhere }], responses: {} }
    delete: { responses: { 204: { description: Gone. } } }
`,
    })
    const { code, stdout } = await runContract(folder, 'samples', 'openapi.yaml', '-l', 'curl')
    expect(stdout).toBe(
      'warning: GET /tools has no samples: `in` at #/paths/~1tools/get/parameters/0 must be one of path, query, header, cookie, not nowhere.\n' +
        'dist/openapi.docs.yaml written\n',
    )
    expect(code).toBe(1)
    expect(await readFile(join(folder, 'dist/openapi.docs.yaml'), 'utf8')).toContain('curl --fail-with-body')
  })

  it('samples one document by its own settings', async () => {
    const folder = await createFolder({
      ...shedFiles,
      'contract.config.json': JSON.stringify({
        documents: { shed: { source: 'openapi.yaml', samples: { baseUrl: 'https://shed.example' } } },
        samples: { baseUrl: 'https://other.example', languages: ['curl'] },
      }),
    })
    await runContract(folder, 'samples')
    const text = await readFile(join(folder, 'dist/shed.docs.yaml'), 'utf8')
    expect(text).toContain("curl --fail-with-body 'https://shed.example/tools/7'")
  })
})
