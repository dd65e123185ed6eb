import { configDefaults, defineConfig } from 'vitest/config'

// Most of the time is the compiler and npm at work.
export default defineConfig({
  test: {
    // Packages as they are built and published.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
