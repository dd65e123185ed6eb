import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { parsePlace, readRegressions, valueAtPlace } from './regression.ts'

const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await createFolder()
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

const regression = { format: 1, key: 'a:b:0', steps: [] }

describe('readRegressions', () => {
  it('reads the files of a folder by name', async () => {
    const text = JSON.stringify(regression)
    const folder = await folderWith({ 'b.json': text, 'a.json': text, 'README.md': '' })
    expect(await readRegressions(folder)).toStrictEqual([
      { file: 'a.json', regression },
      { file: 'b.json', regression },
    ])
  })

  it('has none where there is no folder', async () => {
    expect(await readRegressions(join(tmpdir(), 'no-such-folder'))).toStrictEqual([])
  })

  it.each(['{', '[]', '{"format":2,"key":"a:b:0","steps":[]}', '{"format":1,"key":"a:b:0"}'])(
    'refuses a file that holds %s',
    async (text) => {
      const reading = readRegressions(await folderWith({ 'x.json': text }))
      await expect(reading).rejects.toThrow(ConfigurationError)
      await expect(reading).rejects.toThrow(
        /x\.json is not a regression file of this version; promote the finding again\.$/,
      )
    },
  )
})

const values = {
  path: { 'pet.id': 'p1' },
  query: { page: 2 },
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value: { items: [{ owner: 'o1' }, { owner: 'o2' }] } },
}

describe('parsePlace', () => {
  it('splits at the first dot only', () => {
    expect(parsePlace('path.pet.id')).toStrictEqual({ location: 'path', name: 'pet.id' })
    expect(parsePlace('body./a.b/c')).toStrictEqual({ location: 'body', name: '/a.b/c' })
  })
})

describe('valueAtPlace', () => {
  it('reads parameters and the body', () => {
    const places = ['path.pet.id', 'query.page', 'body./items/1/owner', 'body./items/*/owner']
    expect(places.map((place) => valueAtPlace(values, place))).toStrictEqual(['p1', 2, 'o2', 'o1'])
  })

  it('is undefined where there is nothing', () => {
    expect(valueAtPlace(values, 'header.toString')).toBeUndefined()
    expect(valueAtPlace({ ...values, body: undefined }, 'body./items')).toBeUndefined()
    expect(valueAtPlace(undefined, 'query.page')).toBeUndefined()
  })
})
