import process from 'node:process'
import { loadDocument } from '@contract-kit/openapi'
import { largeDocument } from '@contract-kit/openapi/testing'
import { createSandbox } from '../src/index.ts'

// Prints how many times as much CPU it takes until 300 operations can be called as to read their document.
const document = largeDocument(60) as unknown as Parameters<typeof createSandbox>[0]['document']
const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
const reading = await measure(() => loadDocument({ ...document, info: { title: 'Read', version: '1' } }))
const starting = await measure(async () => (await createSandbox({ document })).router())
console.log(starting / reading)
