import { checkContract } from '@contract-kit/checker'
import { createJudge } from '@contract-kit/json-schema'

const { findings } = await checkContract({
  document: 'memos.json',
  baseUrl: process.env.URL,
  headers: { 'x-key': process.env.KEY },
  phases: ['coverage'],
})
console.log(process.version)
for (const { check, operationId } of findings) console.log(`${check} ${operationId}`)

const judge = createJudge({ type: 'object', properties: { title: { type: 'string', minLength: 1 } } })
for (const { keyword, instancePointer } of judge({ title: '' })) console.log(`${keyword} ${instancePointer}`)
