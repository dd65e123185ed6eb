import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/project.ts'
import { InputError } from '../input-error.ts'
import { loadProject, selectDocuments } from './load-config.ts'
import { readConfig } from './read-config.ts'

const typescript = `const name: string = 'pets'
export default { documents: { [name]: { source: 'api/pets.yaml', released: 'api/released' } } }
`

describe('loadProject', () => {
  it.each([
    ['contract.config.ts', typescript],
    [
      'contract.config.js',
      "export default { documents: { pets: { source: 'api/pets.yaml', released: 'api/released' } } }",
    ],
    ['contract.config.json', '{"documents":{"pets":{"source":"api/pets.yaml","released":"api/released"}}}'],
  ])('reads %s and makes its paths absolute', async (name, text) => {
    const folder = await createFolder({ 'package.json': '{"type":"module"}', [name]: text })
    expect(await loadProject(folder)).toStrictEqual({
      file: join(folder, name),
      root: folder,
      outDir: join(folder, 'dist'),
      documents: [
        { name: 'pets', source: join(folder, 'api/pets.yaml'), released: join(folder, 'api/released') },
      ],
    })
  })

  it('takes openapi.yaml alone for a project', async () => {
    const folder = await createFolder({ 'openapi.yaml': 'openapi: 3.1.1' })
    const { documents } = await loadProject(folder)
    expect(documents).toStrictEqual([{ name: 'openapi', source: join(folder, 'openapi.yaml') }])
  })

  it('says how to begin in an empty folder', async () => {
    await expect(loadProject(await createFolder())).rejects.toThrow(
      new InputError(
        'There is no contract.config.ts and no openapi.yaml here; run "npm create @contract-kit .", or name a document.',
      ),
    )
  })

  it('says why a configuration does not load', async () => {
    const folder = await createFolder({
      'contract.config.json': '{',
      'broken.mjs': 'throw new Error("no database")',
      'empty.mjs': '',
    })
    await expect(loadProject(folder)).rejects.toThrow(/^contract\.config\.json is not valid JSON: .+\.$/)
    await expect(loadProject(folder, 'broken.mjs')).rejects.toThrow(
      'broken.mjs cannot be loaded: no database.',
    )
    await expect(loadProject(folder, 'empty.mjs')).rejects.toThrow(/^empty\.mjs has no default export; write/)
    await expect(loadProject(folder, 'other.ts')).rejects.toThrow('There is no configuration other.ts.')
  })
})

describe('readConfig', () => {
  it.each([
    [{}, 'documents: Invalid input: expected record, received undefined.'],
    [{ documents: {} }, 'documents: Name at least one document.'],
    [
      { documents: { a: 'a.yaml' }, mock: { port: 70_000 } },
      'mock.port: Too big: expected number to be <=65535.',
    ],
    [{ documents: { a: 'a.yaml' }, outdir: 'x' }, 'the configuration has no field outdir.'],
    [
      { documents: { a: { source: 'a.yaml', generate: { typs: 'a.ts' } } } },
      'documents.a.generate has no field typs.',
    ],
  ])('rejects %j by what its field may be', (config, message) => {
    expect(() => readConfig(config, 'contract.config.ts')).toThrow(
      new InputError(`contract.config.ts: ${message}`),
    )
  })
})

describe('selectDocuments', () => {
  it('takes a file without any configuration', async () => {
    const folder = await createFolder({ 'api/v2.yml': '' })
    const { documents, root } = await selectDocuments(folder, ['api/v2.yml'])
    expect([root, documents]).toStrictEqual([folder, [{ name: 'v2', source: join(folder, 'api/v2.yml') }]])
  })

  it('takes documents of the configuration by name', async () => {
    const folder = await createFolder({ 'contract.config.json': '{"documents":{"a":"a.yaml","b":"b.yaml"}}' })
    const { documents } = await selectDocuments(folder, ['b'])
    expect(documents.map(({ name }) => name)).toStrictEqual(['b'])
    await expect(selectDocuments(folder, ['c'])).rejects.toThrow(
      'There is no document c; the configuration has a, b.',
    )
    await expect(selectDocuments(folder, ['c.yaml'])).rejects.toThrow('The file c.yaml does not exist.')
  })
})
