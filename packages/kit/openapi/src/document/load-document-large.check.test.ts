import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { largeDocument } from '../../test/large-document.ts'
import { loadDocument } from './load-document.ts'

describe('loadDocument', () => {
  const write = {
    json: (document: object) => JSON.stringify(document, null, 2),
    yaml: (document: object) => stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
  }

  test.each(['json', 'yaml'] as const)(
    'reads 1,000 operations in 8 MB of %s in three seconds',
    async (format) => {
      const folder = await mkdtemp(join(tmpdir(), 'large-document-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const file = join(folder, `api.${format}`)
      await writeFile(file, write[format](largeDocument(200)))
      const before = process.cpuUsage()
      const { operations, unread } = await loadDocument(file)
      const { user, system } = process.cpuUsage(before)
      expect([operations.length, unread]).toStrictEqual([1_000, []])
      expect((user + system) / 1e6).toBeLessThan(3)
    },
  )
})
