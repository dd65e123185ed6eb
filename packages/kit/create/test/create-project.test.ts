import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../src/create-project.ts'

const documents = join(import.meta.dirname, 'documents')
const tools = join(import.meta.dirname, '../../tools')

/** Creates a folder that is removed when the test has finished. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'create-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates a folder with these files. */
async function createPackage(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await createFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}
const readText = (folder: string, path: string): Promise<string> => readFile(join(folder, path), 'utf8')

async function readManifest(folder: string) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly scripts: Readonly<Record<string, string>>
    readonly dependencies: Readonly<Record<string, string>>
    readonly devDependencies: Readonly<Record<string, string>>
    readonly overrides?: Readonly<Record<string, string>>
  }
}

/** Returns the errors of `createProject` and `contract bundle` for a document; empty if they accept it. */
async function judge(document: object): Promise<readonly string[]> {
  const folder = await createFolder()
  const file = join(folder, 'pets.json')
  await writeFile(file, JSON.stringify(document))
  const created = createProject({ folder: join(folder, 'pets'), openapi: file }).then(
    () => '',
    (error: Error) => error.message,
  )
  const { stderr } = spawnSync(process.execPath, [join(tools, 'src/cli.ts'), 'bundle', file], {
    cwd: folder,
    encoding: 'utf8',
  })
  return [await created, stderr.replace(/^Bundling .*\n/, '').trimEnd()]
}

describe('createProject', () => {
  it('makes the Trail Huts', async () => {
    const folder = join(await createFolder(), 'my api')
    const { files } = await createProject({ folder })
    expect(files).toEqual(
      expect.arrayContaining([
        '.github/workflows/ci.yml',
        '.gitignore',
        'openapi/openapi.yaml',
        'src/app.ts',
      ]),
    )
    const { name, dependencies, overrides } = await readManifest(folder)
    expect([name, dependencies['@contract-kit/express'], overrides]).toStrictEqual([
      'my-api',
      '1.0.0',
      undefined,
    ])
  })

  it('has scripts for what its README names', async () => {
    const folder = join(await createFolder(), 'huts')
    await createProject({ folder })
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const named = Array.from(readme.matchAll(/^\| `npm (?:run )?(\w+)`/gm), ([, script]) => script)
    const { scripts } = await readManifest(folder)
    expect(named.length).toBeGreaterThan(8)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })

  it('depends on tarballs', async () => {
    const folder = await createFolder()
    const tarballs = join(folder, 'kit')
    await mkdir(tarballs)
    const kit = join(import.meta.dirname, '../..')
    const packed = (await readdir(kit)).filter((name) => existsSync(join(kit, name, 'scripts/build.ts')))
    const parts = packed.filter((name) => name !== 'create')
    for (const part of parts) await writeFile(join(tarballs, `contract-kit-${part}-1.0.0.tgz`), '')
    await createProject({ folder: join(folder, 'api'), tarballs })
    const { devDependencies, overrides } = await readManifest(join(folder, 'api'))
    expect(devDependencies['@contract-kit/tools']).toBe(`file:${tarballs}/contract-kit-tools-1.0.0.tgz`)
    expect(Object.keys(overrides ?? {}).toSorted()).toStrictEqual(
      parts.map((part) => `@contract-kit/${part}`),
    )
    expect(overrides).toMatchObject({
      '@contract-kit/tools': '$@contract-kit/tools',
      '@contract-kit/docs': `file:${tarballs}/contract-kit-docs-1.0.0.tgz`,
    })
  })

  it('copies a document with the files that it refers to', async () => {
    const folder = join(await createFolder(), 'library')
    const { files } = await createProject({ folder, openapi: join(documents, 'library/library.yaml') })
    expect(files.filter((file) => file.startsWith('openapi/'))).toStrictEqual([
      'openapi/library.yaml',
      'openapi/paths/loan.yaml',
      'openapi/paths/loans.yaml',
      'openapi/schemas.yaml',
    ])
    expect(await readFile(join(folder, 'contract.config.ts'), 'utf8')).toContain(
      "source: 'openapi/library.yaml'",
    )
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toMatch(/^# Town Library\n/)
  })

  it('takes a document whose parts are none', async () => {
    const folder = await createFolder()
    const document = {
      openapi: '3.1.0',
      info: { title: 7, version: 1 },
      servers: { url: '/x' },
      paths: { '/a': null, b: {}, '/c': { get: { operationId: 7 } } },
      components: { securitySchemes: { none: null, key: { type: 'apiKey', in: 'heade' } } },
    }
    await writeFile(join(folder, 'odd.json'), JSON.stringify(document))
    const { notes } = await createProject({ folder: join(folder, 'odd'), openapi: join(folder, 'odd.json') })
    expect(notes).toStrictEqual([])
    expect(await readFile(join(folder, 'odd/README.md'), 'utf8')).toMatch(/^# API\n/)
  })

  it('copies texts of examples, and no data that looks like a reference', async () => {
    const folder = await createFolder()
    const content = {
      'text/plain': { examples: { one: { externalValue: './one.txt' } } },
      'application/json': { example: { $ref: './gone.yaml' } },
    }
    const paths = { '/a': { get: { responses: { 200: { description: 'It.', content } } } } }
    await writeFile(join(folder, 'one.txt'), '{ no YAML')
    await writeFile(
      join(folder, 'api.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }),
    )
    const { files } = await createProject({ folder: join(folder, 'api'), openapi: join(folder, 'api.json') })
    expect(files.filter((file) => file.startsWith('openapi/'))).toStrictEqual([
      'openapi/api.json',
      'openapi/one.txt',
    ])
  })

  it('tests with credentials and below the path of the document', async () => {
    const folder = await createFolder()
    const testOf = async (document: string) => {
      await createProject({ folder: join(folder, document), openapi: join(documents, document) })
      return readFile(join(folder, document, 'test/contract.test.ts'), 'utf8')
    }
    expect(await testOf('parcels.json')).toContain('{"apiKey":{"desk_key":"test"}}')
    expect(await testOf('weather.yaml')).toContain('${port}/archive/v5`')
    const ferries = await testOf('ferries.yaml')
    expect(ferries).toContain('{"apiKey":{"harbor_key":"test"}}')
    expect(ferries).toContain('${port}/v1`')
  })

  it('says what is wrong, and writes nothing', async () => {
    const folder = await createFolder()
    const target = join(folder, 'api')
    await writeFile(join(folder, 'hello.yaml'), 'hello: world\n')
    await writeFile(join(folder, 'swagger.yaml'), 'swagger: "1.2"\n')
    await writeFile(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo: {title: T\npaths: [\n')
    const attempts: readonly (readonly [object, string | RegExp])[] = [
      [{ folder }, 'is not empty, and has no package.json; name a new folder, or one of a package.'],
      [{ openapi: join(folder, 'gone.yaml') }, 'gone.yaml cannot be read; check'],
      [{ openapi: join(folder, 'hello.yaml') }, 'It is not an OpenAPI document: it has no field'],
      [
        { openapi: join(folder, 'broken.yaml') },
        /broken\.yaml is neither JSON nor YAML at line \d, column \d+: .*\.$/,
      ],
      [{ openapi: join(folder, 'swagger.yaml') }, 'such as "3.1.0" or "2.0", not "1.2".'],
      [{ openapi: 'http://127.0.0.1:9/a.json' }, 'cannot be reached'],
      [{ tarballs: join(folder, 'none') }, 'There is no folde'],
    ]
    const written = (name: string, document: object): string => {
      const path = join(folder, `${name}.json`)
      writeFileSync(path, JSON.stringify(document))
      return path
    }
    const pier = { openapi: '3.0.3', info: { title: 'Piers', version: '1' } }
    const loop = { $ref: '#/components/schemas/Loop' }
    const unbundled: readonly (readonly [string, object, string])[] = [
      [
        'short',
        { ...pier, openapi: '3.1' },
        'Its version must be a text such as "3.1.0" or "2.0", not "3.1".',
      ],
      ['numbe', { ...pier, openapi: 3.1 }, 'Its version must be a text such as "3.1.0" or "2.0", not 3.1.'],
      [
        'lost',
        {
          ...pier,
          paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Gone' } } } } },
        },
        'The reference #/components/responses/Gone at #/paths/~1a/get/responses/200 leads nowhere.',
      ],
      [
        'loop',
        {
          ...pier,
          paths: {
            '/a': {
              get: {
                responses: { 200: { description: 'It.', content: { 'text/plain': { schema: loop } } } },
              },
            },
          },
          components: { schemas: { Loop: loop } },
        },
        'The reference #/components/schemas/Loop at #/components/schemas/Loop leads nowhere.',
      ],
    ]
    for (const [name, document, reason] of unbundled) {
      const openapi = written(name, document)
      await expect(createProject({ folder: target, openapi })).rejects.toThrow(
        `The document ${openapi} cannot be bundled:\n- `,
      )
      await expect(createProject({ folder: target, openapi })).rejects.toThrow(reason)
    }
    for (const [options, message] of attempts)
      await expect(createProject({ folder: target, ...options })).rejects.toThrow(message)
    await expect(readFile(join(target, 'package.json'))).rejects.toThrow('ENOENT')
  })
})

describe('createProject and contract bundle', () => {
  const rest = { info: { title: 'Pets', version: '1' }, paths: {} }
  it.each([
    ['OpenAPI 3.0', { openapi: '3.0.3', ...rest }],
    ['OpenAPI 3.1', { openapi: '3.1.1', ...rest }],
    ['OpenAPI 3.2', { openapi: '3.2.0', ...rest }],
    ['Swagger 2.0', { swagger: '2.0', ...rest }],
  ])('take %s', async (_version, document) => {
    expect(await judge(document)).toStrictEqual(['', ''])
  })

  it.each([
    ['a version that is a number', { openapi: 3.1, ...rest }, 'not 3.1.'],
    ['a version without its last number', { openapi: '3.1', ...rest }, 'not "3.1".'],
    ['a version to come', { openapi: '4.0.0', ...rest }, 'not "4.0.0".'],
    ['Swagger 1.2', { swagger: '1.2', ...rest }, 'not "1.2".'],
    ['Swagger 2.0 as a number', { swagger: 2, ...rest }, 'not 2.'],
    ['no version', rest, 'It is not an OpenAPI document'],
    ['a list', [rest], 'It is not an OpenAPI document'],
  ])('reject %s in the same words', async (_version, document, message) => {
    const [created = '', bundled] = await judge(document)
    expect(created).toContain(message)
    expect(bundled).toBe(created)
  })
})

describe('createProject in a package', () => {
  const pets = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} })

  it('adds a configuration and a first contract that generates', async () => {
    const folder = await createPackage({ 'package.json': '{ "type": "module" }' })
    expect(await createProject({ folder })).toStrictEqual({
      folder,
      isNew: false,
      files: ['contract.config.ts', 'openapi/openapi.yaml', 'package.json'],
      notes: [],
    })
    await mkdir(join(folder, 'node_modules/@contract-kit'), { recursive: true })
    await symlink(tools, join(folder, 'node_modules/@contract-kit/tools'))
    const run = (verb: string) =>
      spawnSync(process.execPath, [join(tools, 'src/cli.ts'), verb], { cwd: folder, encoding: 'utf8' })
    expect(run('gen').stdout).toContain('src/generated/client.ts written\n')
    expect(run('lint')).toMatchObject({ status: 0 })
  })

  it.each([
    ['two spaces', '{\n  "name": "a"\n}\n', '  ', '\n'],
    ['four spaces', '{\n    "name": "a"\n}', '    ', '\n'],
    ['tabs', '{\n\t"name": "a"\n}\n', '\t', '\n'],
    ['lines of Windows', '{\r\n  "name": "a"\r\n}\r\n', '  ', '\r\n'],
    ['one line', '{"name":"a"}', '  ', '\n'],
  ])('keeps the indentation of a manifest with %s', async (_case, manifest, indentation, newline) => {
    const folder = await createPackage({ 'package.json': manifest })
    await createProject({ folder })
    const lines = (await readText(folder, 'package.json')).split(newline)
    expect(lines.slice(0, 4)).toStrictEqual([
      '{',
      `${indentation}"name": "a",`,
      `${indentation}"scripts": {`,
      `${indentation.repeat(2)}"gen": "contract gen",`,
    ])
    expect(lines.slice(-2)).toStrictEqual(['}', ''])
  })

  it('leaves what a manifest has', async () => {
    const manifest = {
      name: 'a',
      scripts: { lint: 'eslint .', gen: 'contract gen' },
      dependencies: { '@contract-kit/client': '0.9.0' },
      devDependencies: { zod: '4.0.0', '@contract-kit/tools': '0.9.0' },
      scarfSettings: { enabled: true },
      allowScripts: { esbuild: true },
    }
    const folder = await createPackage({ 'package.json': JSON.stringify(manifest) })
    const { notes } = await createProject({ folder })
    const { scripts, dependencies, devDependencies } = await readManifest(folder)
    expect(scripts).toMatchObject({ lint: 'eslint .', gen: 'contract gen', diff: 'contract diff' })
    expect(notes).toStrictEqual([
      'The script lint was kept; "npx @contract-kit/tools lint" runs the one of the kit.',
    ])
    expect(dependencies).toStrictEqual(manifest.dependencies)
    expect(Object.keys(devDependencies)).toStrictEqual(['@contract-kit/tools', '@stoplight/prism-cli', 'zod'])
    expect(devDependencies).toMatchObject(manifest.devDependencies)
    expect(JSON.parse(await readText(folder, 'package.json'))).toMatchObject({
      scarfSettings: { enabled: true },
      allowScripts: { esbuild: true, '@scarf/scarf': false },
    })
  })

  it.each([
    ['module', 'contract.config.ts'],
    ['commonjs', 'contract.config.mjs'],
    [undefined, 'contract.config.mjs'],
  ])('configures a package of the type %s in %s', async (type, config) => {
    const folder = await createPackage({ 'package.json': JSON.stringify({ type }) })
    expect((await createProject({ folder })).files).toContain(config)
  })

  it.each(['openapi.yaml', 'openapi.yml', 'openapi.json', 'openapi/openapi.json'])(
    'finds %s',
    async (path) => {
      const folder = await createPackage({ 'package.json': '{}', [path]: pets })
      expect((await createProject({ folder })).files).toStrictEqual(['contract.config.mjs', 'package.json'])
      expect(await readText(folder, 'contract.config.mjs')).toContain(`source: '${path}'`)
      expect(await readText(folder, path)).toBe(pets)
    },
  )

  it('configures a document of the package where it is', async () => {
    const folder = await createPackage({ 'package.json': '{}', 'api/pets.json': pets, 'openapi.json': pets })
    const { files } = await createProject({ folder, openapi: join(folder, 'api/pets.json') })
    expect(files).toStrictEqual(['contract.config.mjs', 'package.json'])
    expect(await readText(folder, 'contract.config.mjs')).toContain("source: 'api/pets.json'")
  })

  it('copies a document from elsewhere', async () => {
    const folder = await createPackage({ 'package.json': '{}' })
    const { files } = await createProject({ folder, openapi: join(documents, 'library/library.yaml') })
    expect(files).toContain('openapi/paths/loan.yaml')
    expect(await readText(folder, 'contract.config.mjs')).toContain("source: 'openapi/library.yaml'")
  })

  it.each<[string, Readonly<Record<string, string>>, object, string]>([
    ['a configuration', { 'contract.config.json': '{}' }, {}, 'contract.config.json already exists'],
    ['generated code', { 'src/generated/client.ts': '' }, {}, 'src/generated/client.ts already exists'],
    [
      'a file of the document',
      { 'openapi/weather.yaml': '' },
      { openapi: join(documents, 'weather.yaml') },
      'openapi/weather.yaml already exists; remove or rename it first.',
    ],
    ['a name', {}, { name: 'b' }, 'The package already has a name; omit --name.'],
    ['no document', {}, { openapi: 'gone.yaml' }, 'gone.yaml cannot be read'],
    ['a document of none', { 'openapi.yaml': 'hello: world' }, {}, 'It is not an OpenAPI document'],
    ['a manifest of none', { 'package.json': '[]' }, {}, 'The package.json is not a JSON object'],
    ['a broken manifest', { 'package.json': '{' }, {}, 'The package.json is not a JSON object'],
  ])('writes nothing where there is %s', async (_case, files, options, message) => {
    const folder = await createPackage({ 'package.json': '{}', ...files })
    const before = await readdir(folder, { recursive: true })
    await expect(createProject({ folder, ...options })).rejects.toThrow(message)
    expect(await readdir(folder, { recursive: true })).toStrictEqual(before)
    expect(await readText(folder, 'package.json')).toBe(files['package.json'] ?? '{}')
  })
})

describe('README.md', () => {
  it('lists every option', async () => {
    const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
    const listed = Array.from(readme.matchAll(/^\| `(--\w+)`/gm), ([, option]) => option)
    expect(listed).toStrictEqual(['--openapi', '--from', '--name'])
  })
})
