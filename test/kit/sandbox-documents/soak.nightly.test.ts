import { checkContract } from '@contract-kit/checker'
import { describe, expect, it } from 'vitest'
import { bundle, credentialsOption, documentedStatuses } from './check-document.ts'
import { documentNamed } from './documents.ts'
import { serveDocument } from './serve-document.ts'

const requestsEach = 5_000

describe('random requests', () => {
  // Documents with collections, jobs, actions and uploads, and one by another author.
  it.each(['tickets', 'library', 'renders', 'stays', 'gift-cards'])(
    'get no undocumented 5xx status and no response that breaks the document: %s',
    async (name) => {
      const document = await bundle(documentNamed(name))
      const documented = documentedStatuses(document)
      await using sandbox = await serveDocument(document)
      const serverErrors = new Set<string>()
      let requests = 0
      for (let seed = 1; requests < requestsEach; seed += 1) {
        const result = await checkContract({
          document,
          baseUrl: sandbox.url,
          phases: ['fuzz', 'stateful'],
          cases: 100,
          maxRequests: Math.ceil(requestsEach / 3),
          seed,
          ...credentialsOption(document),
          onRequest: ({ operationId, status }) => {
            if (status >= 500 && !documented.has(`${operationId} ${status}`))
              serverErrors.add(`${operationId}: ${status}`)
          },
        })
        expect(result.requests).toBeGreaterThan(0)
        requests += result.requests
        sandbox.reset()
      }
      expect([...serverErrors, ...sandbox.breaches, ...sandbox.defects]).toStrictEqual([])
    },
  )
})
