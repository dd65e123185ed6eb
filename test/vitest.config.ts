import { configDefaults, defineConfig } from 'vitest/config'

// Every file starts a server of its own, so files share nothing; sharing the loaded modules saves half of the time.
export default defineConfig({
  test: {
    // They take minutes: `npm run test:faults`.
    exclude: [
      ...configDefaults.exclude,
      'faults/*.test.ts',
      'postgres/*.test.ts',
      'contention/*.test.ts',
      'rolling-upgrade/*.test.ts',
      'foreign/all-documents.test.ts',
      'sandbox-documents/all-documents.test.ts',
      'sandbox-documents/soak.test.ts',
      'catalogue-faults/all-faults.test.ts',
    ],
    reporters: ['default', ['json', { outputFile: '.results/vitest.json' }]],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
