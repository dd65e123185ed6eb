import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { root } from './source-files.ts'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('an operation', () => {
  it.each(Object.keys(operationTable))('%s has its handler file and its examples folder', (operationId) => {
    const handler = `apps/server/src/operations/${kebab(operationId)}.ts`
    const examples = `openapi/examples/${operationId}`
    expect([handler, examples].filter((path) => !existsSync(join(root, path)))).toStrictEqual([])
  })
})
