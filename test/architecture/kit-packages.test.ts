import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './source-files.ts'

/** Nouns, headers and stories of the first user of the kit. */
const giftCardWords =
  /\bgift|giftcard|\bcoupon|\bdrawdown|\bwallet|\bmarketplace|\bcarts?(?:Id|_id|_not)?\b|createCart|northwind|\becode|x-cc-app|x-session-id|x-error-code|x-token-exp|x-sandbox-/i

/** Unchanged texts of other authors. */
const vendored = /^packages\/kit\/checker\/test\/json-schema-test-suite\//

const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'packages/kit'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)) && !vendored.test(file))

/** The published packages: all except the one that builds them. */
const published = readdirSync(join(root, 'packages/kit')).filter((name) => name !== 'packaging')

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('the kit', () => {
  it('speaks of no gift card', () => {
    const wrong = files.flatMap((file) =>
      `${file}\n${read(file)}`
        .split('\n')
        .filter((line) => giftCardWords.test(line) && !line.includes('const foreign = /'))
        .map((line) => `${file} speaks of its first user: ${line.trim().slice(0, 100)}`),
    )
    expect(wrong).toStrictEqual([])
  })

  it.each(published)(
    '%s is a package with changes, a tested readme, and tests of what is published',
    (name) => {
      const folder = `packages/kit/${name}`
      const { engines, scripts } = JSON.parse(read(`${folder}/package.json`)) as {
        readonly engines?: { readonly node?: string }
        readonly scripts?: { readonly build?: string }
      }
      expect(engines?.node).toMatch(/^>=\d/)
      expect(scripts?.build).toBe('node scripts/build.ts')
      expect(read(`${folder}/README.md`)).toMatch(/^```(?:sh|ts|js)$/m)
      expect(read(`${folder}/CHANGELOG.md`)).toMatch(/^## 1\.0\.0$/m)
      expect(read(`${folder}/test/package.test.ts`)).toContain('describePackage(')
      const tests = readdirSync(join(root, folder, 'test')).filter((file) => file.endsWith('.test.ts'))
      expect(tests.some((file) => read(`${folder}/test/${file}`).includes('README.md'))).toBe(true)
    },
  )
})

describe('the release workflow', () => {
  interface Workflow {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
  }

  it('runs scripts that there are', () => {
    const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
    const named = Array.from(commands.join('\n').matchAll(/npm run ([\w:-]+)/g), ([, script = '']) => script)
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object }
    expect(named.toSorted()).toStrictEqual(['publish:kit', 'version:kit'])
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    expect(commands).toContain('.ci/run')
  })
})
