import { configDefaults, defineConfig } from 'vitest/config'

// Files share no state; sharing the loaded modules saves half of the time.
export default defineConfig({
  test: {
    // Packages as they are built and published.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
  },
})
