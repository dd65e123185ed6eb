import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'

const folder = fileURLToPath(new URL('./generated/', import.meta.url))

describe('generated clients', () => {
  it('compile strictly', () => {
    const modules = ['ferries', 'print-shop'].flatMap((name) => [`${name}.ts`, `${name}-examples.ts`])
    const texts = modules.map((file) => [file, readFileSync(`${folder}${file}`, 'utf8')])
    expect(compile(Object.fromEntries(texts))).toBe('')
  })
})
