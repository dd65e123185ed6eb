import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@giftcards/test-harness/process'
import { describe, expect, it } from 'vitest'
import { type Document, parseDocument } from 'yaml'
import { getGuide } from '../guides/guides.ts'
import { createNewcomer } from './newcomer.ts'

const { blocks, markdown } = getGuide('your-own-api')
const scripts = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)

/** The commands of the guide that continues in the same project, with their expected output. */
const proofs = getGuide('how-much-do-our-checks-prove')
  .blocks.filter(({ language }) => language === 'sh')
  .map(({ code }) => ({
    command: code,
    prints: code.includes('--faults')
      ? /^response-property-missing@/m
      : /^Trail Huts: \d+ % of the faults are detected$/m,
  }))

describe('Your own API in an afternoon', () => {
  it('leads from an empty folder to a release whose promise is kept', async () => {
    const newcomer = createNewcomer()
    const [create = '', look = '', change = '', release = '', ...surplus] = scripts
    expect(surplus).toStrictEqual([])
    const created = await newcomer.run(create)
    expect(created).toMatchObject({ code: 0 })

    const port = String(await findFreePort())
    const looked = await newcomer.run(look.replaceAll('8080', port), 'my-api')
    expect(looked).toMatchObject({ code: 0 })
    const [, passed = 'none'] = /ends with (\d+) tests passed/.exec(markdown) ?? []
    expect(looked.stdout).toMatch(new RegExp(`Tests .*\\b${passed} passed`))
    expect(looked.stdout).toContain('"id":"birch-saddle"')

    for (const { command, prints } of proofs) {
      const proven = await newcomer.run(command, 'my-api')
      expect(proven).toMatchObject({ code: 0 })
      expect(proven.stdout).toMatch(prints)
    }

    const contract = join(newcomer.folder, 'my-api/openapi/openapi.yaml')
    const first = await readFile(contract, 'utf8')
    const write = (edit: (document: Document) => void): Promise<void> => {
      const document = parseDocument(first)
      edit(document)
      return writeFile(contract, document.toString())
    }
    await write((document) => {
      const hut = ['components', 'schemas', 'Hut', 'allOf', 1]
      document.addIn([...hut, 'required'], 'altitude')
      document.setIn([...hut, 'properties', 'altitude'], { type: 'integer', description: 'Meters.' })
    })
    const changed = await newcomer.run(change, 'my-api')
    expect(changed.code).not.toBe(0)
    expect(changed.stdout).toMatch(/^src\/huts\.ts.*\n.*'altitude' is missing/m)
    const linted = await newcomer.run('npm run lint', 'my-api')
    expect(linted.code).not.toBe(0)
    expect(`${linted.stdout}${linted.stderr}`).toMatch(/example[^]*altitude/)

    await writeFile(contract, first)
    expect(await newcomer.run(`npm run gen && ${release}`, 'my-api')).toMatchObject({ code: 0 })
    await write((document) =>
      document.setIn(['components', 'schemas', 'NewHut', 'properties', 'beds', 'minimum'], 2),
    )
    const broken = await newcomer.run('npm run diff', 'my-api')
    expect(broken.code).not.toBe(0)
    const said = blocks.find(({ language }) => language === 'text')?.code
    expect(broken.stdout).toContain(said)
  })
})
