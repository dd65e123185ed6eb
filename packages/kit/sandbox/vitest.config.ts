import { configDefaults, defineConfig } from 'vitest/config'

// Files share no state; sharing the loaded modules and the compiled contract saves half of the time.
export default defineConfig({
  test: {
    // Installations of the tarball: `npm run test:faults`.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**', 'test/install/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
