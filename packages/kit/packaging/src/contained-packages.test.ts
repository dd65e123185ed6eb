import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { containPackages } from './contained-packages.ts'

/** A workspace with one module that imports a package, which imports others. */
let workspace: string

const files: Readonly<Record<string, string>> = {
  'src/index.ts': "import { type Tone, greet as hail } from '@kit/greetings/words'\n",
  'output/index.js':
    "import { greet as hail } from '@kit/greetings/words';\nexport const hello = hail('Ada');\n",
  'output/index.d.ts': "export { hello } from './hello.js'\n",
  'output/hello.d.ts': 'export declare const hello: string\n',
  'output/internal.d.ts': "import type { Tone } from '@kit/greetings/words'\n",
  'node_modules/@kit/greetings/package.json': JSON.stringify({
    type: 'module',
    exports: { './words': './words.js' },
  }),
  'node_modules/@kit/greetings/words.js':
    "import { shout } from 'shouting'\nimport { name } from 'installed'\nexport const greet = (who) => shout(who + name)\nexport const unused = () => 'never'\n",
  'node_modules/@kit/greetings/LICENSE': 'License of greetings',
  'node_modules/shouting/package.json': JSON.stringify({ type: 'module', exports: './index.js' }),
  'node_modules/shouting/index.js': 'export const shout = (text) => text.toUpperCase()\n',
  'node_modules/shouting/LICENSE.md': 'License of shouting',
}

beforeAll(async () => {
  const data = join(import.meta.dirname, '../.data')
  await mkdir(data, { recursive: true })
  workspace = await mkdtemp(join(data, 'containing-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true })
    await writeFile(join(workspace, path), text)
  }
  await containPackages({
    folder: join(workspace, 'output'),
    sources: join(workspace, 'src'),
    format: 'esm',
    entries: ['index'],
    names: ['@kit/greetings'],
    installed: ['installed'],
  })
})

afterAll(() => rm(workspace, { recursive: true }))

const read = (path: string): Promise<string> => readFile(join(workspace, 'output', path), 'utf8')

describe('containPackages', () => {
  it('imports the packages from the folder beside', async () => {
    expect(await read('index.js')).toContain("from './contained/kit-greetings-words.js'")
  })

  it('contains the used code, without installed packages', async () => {
    const code = await read('contained/kit-greetings-words.js')
    expect(code).toContain('toUpperCase')
    expect(code).toMatch(/from ["']installed["']/)
    expect(code).not.toContain('never')
  })

  it('names the licenses of the contained packages', async () => {
    expect(await read('contained/LICENSES.txt')).toContain('shouting\n\nLicense of shouting')
  })

  it('keeps the declarations that an entry reaches', async () => {
    expect(await read('hello.d.ts')).toContain('hello')
    await expect(read('internal.d.ts')).rejects.toThrow('ENOENT')
  })
})
