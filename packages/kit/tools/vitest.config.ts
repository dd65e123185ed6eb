import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Packages as they are built and published.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
