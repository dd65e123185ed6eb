import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { readRegressions } from './regression.ts'

const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await createFolder()
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

const regression = { format: 2, key: 'a:b:0', steps: [] }

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

  it.each(['{', '[]', '{"format":1,"key":"a:b:0","steps":[]}', '{"format":2,"key":"a:b:0"}'])(
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
