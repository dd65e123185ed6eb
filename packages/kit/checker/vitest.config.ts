import { configDefaults, defineConfig } from 'vitest/config'

// Files share no state but caches; sharing the loaded modules saves most of the time.
export default defineConfig({
  test: {
    // Whole runs against faulty and correct servers, and installations of the tarball: `npm run test:faults`.
    exclude: [...configDefaults.exclude, '.data/**', 'dist/**', 'test/proof/*.test.ts', 'test/install/**'],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
