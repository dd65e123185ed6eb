import { describe, expect, it } from 'vitest'
import { rewriteSpecifiers } from './rewrite-specifiers.ts'

const rewrite = (text: string): string => rewriteSpecifiers(text, (specifier) => specifier.toUpperCase())

describe('rewriteSpecifiers', () => {
  it.each([
    [`import type { A } from './a.ts';`, `import type { A } from './A.TS';`],
    [`import { type A,\n  B } from "./a.ts";`, `import { type A,\n  B } from "./A.TS";`],
    [`import A from './a.ts';`, `import A from './A.TS';`],
    [`import './a.ts';`, `import './A.TS';`],
    [`export type * as A from './a.ts';`, `export type * as A from './A.TS';`],
    [`export * from './a.ts';`, `export * from './A.TS';`],
    [`type A = import('./a.ts').A;`, `type A = import('./A.TS').A;`],
  ])('renames the module of %s', (text, renamed) => {
    expect(rewrite(text)).toBe(renamed)
  })

  it.each([
    [`export declare const from: 'a';`],
    [`export interface A {\n  /** Taken from 'b'. */\n  a: string;\n}`],
    [` * import { a } from 'a'`],
  ])('leaves %s alone', (text) => {
    expect(rewrite(text)).toBe(text)
  })
})
