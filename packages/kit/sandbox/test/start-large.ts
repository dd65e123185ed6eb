import process from 'node:process'
import { largeDocument } from '@contract-kit/openapi/testing'
import { createSandbox } from '../src/index.ts'

// Prints the seconds of CPU in which 300 operations are ready to be called.
const document = largeDocument(60) as unknown as Parameters<typeof createSandbox>[0]['document']
const before = process.cpuUsage()
await (await createSandbox({ document })).router()
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1e6)
