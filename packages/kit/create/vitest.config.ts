import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The tests of the template run in its folder, as in a project that is made from it.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**', 'templates/**', 'test/install/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
