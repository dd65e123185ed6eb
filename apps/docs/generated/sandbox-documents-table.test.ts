import { describe, expect, it } from 'vitest'
import { type SandboxDocumentResult, toSandboxInserts } from './sandbox-documents-table.ts'

const ferry: SandboxDocumentResult = {
  title: 'Ferry',
  source: 'ferry-openapi 1.0.0',
  operations: 12,
  sandbox: { requests: 1500, findings: {} },
  prism: { requests: 1400, findings: { 'read-your-write': 3, 'use-after-delete': 1 } },
  why: [],
}
const pier: SandboxDocumentResult = {
  title: 'Pier',
  source: 'this repository',
  operations: 2,
  sandbox: { requests: 100, findings: { 'status-code-conformance': 2 } },
  why: ['It documents no response to an invalid request.'],
}

describe('toSandboxInserts', () => {
  const lines = (toSandboxInserts([ferry, pier])['sandbox-documents']?.() ?? '').split('\n')

  it('counts documents, requests and documents without findings', () => {
    expect(lines[0]).toBe(
      '2 documents, 1,600 requests to the sandbox: the checker finds nothing on 1 of them.',
    )
  })

  it('has a row for each document, with the findings of both servers and the reason', () => {
    expect(lines).toContain('| Ferry | ferry-openapi 1.0.0 | 12 | 0 | 4 |  |')
    expect(lines).toContain(
      '| Pier | this repository | 2 | 2 |  | It documents no response to an invalid request. |',
    )
  })
})
