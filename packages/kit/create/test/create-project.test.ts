import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../src/create-project.ts'

const documents = join(import.meta.dirname, 'documents')

/** A folder that is removed when the test has finished. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'create-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function readManifest(folder: string) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly scripts: Readonly<Record<string, string>>
    readonly dependencies: Readonly<Record<string, string>>
    readonly devDependencies: Readonly<Record<string, string>>
    readonly overrides?: Readonly<Record<string, string>>
  }
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
      components: { securitySchemes: { none: null, key: { type: 'apiKey', in: 'header' } } },
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
  })

  it('says what is wrong, and writes nothing', async () => {
    const folder = await createFolder()
    const target = join(folder, 'api')
    await writeFile(join(folder, 'hello.yaml'), 'hello: world\n')
    await writeFile(join(folder, 'swagger.yaml'), 'swagger: "2.0"\n')
    await writeFile(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo: {title: T\npaths: [\n')
    const attempts: readonly (readonly [object, string | RegExp])[] = [
      [{ folder }, 'is not empty; name an empty folder, or a new one.'],
      [{ openapi: join(folder, 'gone.yaml') }, 'gone.yaml cannot be read; check'],
      [{ openapi: join(folder, 'hello.yaml') }, 'is not an OpenAPI 3 document'],
      [
        { openapi: join(folder, 'broken.yaml') },
        /broken\.yaml is neither JSON nor YAML at line \d, column \d+: .*\.$/,
      ],
      [{ openapi: join(folder, 'swagger.yaml') }, 'is a Swagger 2 document'],
      [{ openapi: 'http://127.0.0.1:9/a.json' }, 'cannot be reached'],
      [{ tarballs: join(folder, 'none') }, 'There is no folder'],
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
      ['number', { ...pier, openapi: 3.1 }, 'Its version must be a text such as "3.1.0" or "2.0", not 3.1.'],
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

describe('README.md', () => {
  it('lists every option', async () => {
    const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
    const listed = Array.from(readme.matchAll(/^\| `(--\w+)`/gm), ([, option]) => option)
    expect(listed).toStrictEqual(['--openapi', '--from', '--name'])
  })
})
