import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the rule catalogue that the test proves. On a nested `describe` or test it replaces what is above it. */
    rules?: readonly string[]
  }

  interface ProvidedContext {
    /** How much the run proves: `vitest.base.ts`. */
    depth: 'test' | 'check' | 'nightly'
  }
}
